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
import { goalOf, readGoalOf } from "./goal";
import { type Planner } from "./planner";
import { unary } from "./protocol";
import { packageOf, type Packages } from "./state";
import { STACK_TYPE } from "./urn";
import { type Properties, reuseCiphertexts } from "./values";
import { fromStruct, markSecret, toStruct } from "./wire";

/**
 * Features that the SDK may use. All but `secrets` are named only so that it asks for them and is refused by
 * name: where a feature is missing, it advises to update the CLI.
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
  /** What the program gave as the stack's outputs; nothing if it did not come to that. */
  stackOutputs: Properties | undefined;

  constructor(
    private readonly deployment: Deployment,
    private readonly planner: Planner,
    /** Packages that have a plugin. */
    private readonly packages: Packages = new Set(),
  ) {}

  /** The handlers; what is not among them answers UNIMPLEMENTED, which the SDK copes with. */
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
    this.deployment.proceed();
    const goal = this.goal(() => goalOf(request, this.packages));
    const state = await this.planner.register(goal);
    // Also what has succeeded is not answered any more: the program is to end, not to go on.
    this.deployment.proceed();
    return new RegisterResourceResponse()
      .setUrn(state.urn)
      .setId(state.id ?? "")
      .setObject(toStruct(state.outputs, markSecret));
  }

  private async read(request: ReadResourceRequest): Promise<ReadResourceResponse> {
    this.deployment.proceed();
    const state = await this.planner.read(this.goal(() => readGoalOf(request, this.packages)));
    this.deployment.proceed();
    return new ReadResourceResponse().setUrn(state.urn).setProperties(toStruct(state.outputs, markSecret));
  }

  /** Calls a function of a package; that it failed is the program's to know, which may go on without it. */
  private async invoke(request: ResourceInvokeRequest): Promise<InvokeResponse> {
    const { deployment, planner, packages } = this;
    deployment.proceed();
    const type = request.getTok();
    if (!packages.has(packageOf(type))) this.refuse(`functions of packages without a plugin in Pulumi.yaml (${type})`);
    const args = this.goal(() => fromStruct(request.getArgs()));
    const chosen = { provider: request.getProvider() || undefined, version: request.getVersion() || undefined };
    const provider = await deployment.oneAtATime(() => planner.providerOf({ type, ...chosen })).catch((error) => deployment.fail(error));
    try {
      const host = await deployment.host({ type, provider });
      const response = await deployment.operate(async () => host.invoke?.(type, args));
      // Newer versions of the SDK have a class of their own for what is the same on the wire.
      return ResourceMonitorService.invoke.responseDeserialize(Buffer.from((response ?? new InvokeResponse()).serializeBinary()));
    } catch (error) {
      throw error instanceof Halted ? error : new Error(`invocation of ${type} returned an error: ${messageOf(error)}`);
    }
  }

  private async setOutputs(request: RegisterResourceOutputsRequest): Promise<Empty> {
    const urn = request.getUrn();
    const outputs = this.goal(() => fromStruct(request.getOutputs()));
    const state = this.planner.state(urn);
    if (state?.type === STACK_TYPE) {
      // Kept for the end: whether they replace the old ones depends on how it ends.
      this.stackOutputs = outputs;
    } else if (state) {
      this.deployment.proceed();
      reuseCiphertexts(outputs, state.outputs);
      state.outputs = outputs;
      await this.deployment.snapshot.save();
    }
    return new Empty();
  }

  /** Reads a request; what is refused in it stops the deployment. */
  private goal<T>(read: () => T): T {
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
