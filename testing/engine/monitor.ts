import * as grpc from "@grpc/grpc-js";
import { InvokeResponse } from "@pulumi/pulumi/proto/provider_pb";
import { type IResourceMonitorServer, ResourceMonitorService } from "@pulumi/pulumi/proto/resource_grpc_pb";
import {
  type ReadResourceRequest,
  ReadResourceResponse,
  type RegisterResourceOutputsRequest,
  type RegisterResourceRequest,
  RegisterResourceResponse,
  type ResourceCallRequest,
  type ResourceInvokeRequest,
  type SupportsFeatureRequest,
  SupportsFeatureResponse,
} from "@pulumi/pulumi/proto/resource_pb";
import { Empty } from "google-protobuf/google/protobuf/empty_pb";
import { type Deployment } from "./deployment";
import { Halted, messageOf, refusalError } from "./errors";
import { type Goal, goalOf, readGoalOf } from "./goal";
import { type Planner } from "./planner";
import { unary } from "./protocol";
import { packageOf, type ResourceState, STACK_TYPE } from "./state";
import { fromStruct, markSecret, type Properties, reuseCiphertexts, toStruct } from "./values";

/**
 * Features that the SDK may use. All but `secrets` are listed only so that the SDK asks for them and is refused by name: if a
 * feature is missing, the SDK advises to update the CLI.
 */
const features = new Set([
  "secrets",
  "deletedWith",
  "replaceWith",
  "transforms",
  "invokeTransforms",
  "resourceHooks",
  "errorHooks",
  "parameterization",
]);

/** The service that a running program registers its resources with. */
export class Monitor {
  /** The stack's outputs; undefined if the program did not get that far. */
  stackOutputs: Properties | undefined;

  constructor(
    private readonly deployment: Deployment,
    private readonly planner: Planner,
  ) {}

  /** The handlers; other calls fail with UNIMPLEMENTED, which the SDK expects. */
  handlers(): Partial<IResourceMonitorServer> {
    return {
      supportsFeature: unary((request: SupportsFeatureRequest) =>
        new SupportsFeatureResponse().setHassupport(features.has(request.getId())),
      ),
      registerResource: unary((request: RegisterResourceRequest) => this.register(request)),
      readResource: unary((request: ReadResourceRequest) => this.read(request)),
      registerResourceOutputs: unary((request: RegisterResourceOutputsRequest) => this.setOutputs(request)),
      invoke: unary((request: ResourceInvokeRequest) => this.invoke(request), grpc.status.UNKNOWN),
      call: unary((request: ResourceCallRequest) => this.refuse(`method calls (${request.getTok()})`)),
      registerStackTransform: unary(() => this.refuse("transforms")),
      registerStackInvokeTransform: unary(() => this.refuse("transforms of function calls")),
      registerResourceHook: unary(() => this.refuse("resource hooks")),
      registerErrorHook: unary(() => this.refuse("error hooks")),
      registerPackage: unary(() => this.refuse("parameterized packages")),
    };
  }

  private async register(request: RegisterResourceRequest): Promise<RegisterResourceResponse> {
    const { urn, id = "", outputs } = await this.settle(() => goalOf(request, this.deployment.project));
    return new RegisterResourceResponse().setUrn(urn).setId(id).setObject(toStruct(outputs, markSecret));
  }

  private async read(request: ReadResourceRequest): Promise<ReadResourceResponse> {
    const { urn, outputs } = await this.settle(() => readGoalOf(request, this.deployment.project));
    return new ReadResourceResponse().setUrn(urn).setProperties(toStruct(outputs, markSecret));
  }

  private async settle(readGoal: () => Goal): Promise<ResourceState> {
    this.deployment.proceed();
    const state = await this.planner.register(this.accept(readGoal));
    // After a stop the program gets no results, even of what succeeded: it is to end, not to go on.
    this.deployment.proceed();
    return state;
  }

  /** Calls a function of a package. Its failure does not stop the deployment: the program may go on without the result. */
  private async invoke(request: ResourceInvokeRequest): Promise<InvokeResponse> {
    const { deployment, planner } = this;
    deployment.proceed();
    const type = request.getTok();
    if (!deployment.project.plugins.has(packageOf(type))) this.refuse(`functions of packages without a plugin in Pulumi.yaml (${type})`);
    const args = this.accept(() => fromStruct(request.getArgs()));
    const chosen = { provider: request.getProvider() || undefined, version: request.getVersion() || undefined };
    const provider = await deployment.oneAtATime(() => planner.providerOf({ type, ...chosen })).catch((error) => deployment.fail(error));
    try {
      const host = await deployment.host({ type, provider });
      const response = await deployment.operate(async () => host.invoke?.(type, args));
      // Newer versions of the SDK have their own class for the same message.
      return ResourceMonitorService.invoke.responseDeserialize(Buffer.from((response ?? new InvokeResponse()).serializeBinary()));
    } catch (error) {
      throw error instanceof Halted ? error : new Error(`invocation of ${type} returned an error: ${messageOf(error)}`);
    }
  }

  private async setOutputs(request: RegisterResourceOutputsRequest): Promise<Empty> {
    const urn = request.getUrn();
    const outputs = this.accept(() => fromStruct(request.getOutputs()));
    const state = this.planner.state(urn);
    if (state?.type === STACK_TYPE) {
      // Kept for the end: whether they replace the old outputs depends on how it ends.
      this.stackOutputs = outputs;
    } else if (state) {
      this.deployment.proceed();
      reuseCiphertexts(outputs, state.outputs);
      state.outputs = outputs;
      await this.deployment.snapshot.save();
    }
    return new Empty();
  }

  /** Reads a request; a refusal stops the deployment. */
  private accept<T>(read: () => T): T {
    try {
      return read();
    } catch (error) {
      return this.deployment.fail(error);
    }
  }

  private refuse(feature: string): never {
    return this.deployment.fail(new Error(refusalError(feature)));
  }
}
