import * as grpc from "@grpc/grpc-js";
import { Alias } from "@pulumi/pulumi/proto/alias_pb";
import { Callback } from "@pulumi/pulumi/proto/callback_pb";
import { type Empty } from "google-protobuf/google/protobuf/empty_pb";
import { ResourceMonitorClient, ResourceMonitorService } from "@pulumi/pulumi/proto/resource_grpc_pb";
import {
  ReadResourceRequest,
  RegisterResourceHookRequest,
  RegisterResourceRequest,
  type RegisterResourceResponse,
} from "@pulumi/pulumi/proto/resource_pb";
import { Struct, Value } from "google-protobuf/google/protobuf/struct_pb";
import { type Deployment } from "../../../../testing/engine/deployment";
import { goalOf, readGoalOf } from "../../../../testing/engine/goal";
import { Monitor } from "../../../../testing/engine/monitor";
import { type Planner } from "../../../../testing/engine/planner";
import { call, serve } from "../../../../testing/engine/protocol";

const dynamic = () => new RegisterResourceRequest().setType("pulumi-nodejs:dynamic:Resource").setName("thing").setCustom(true);
const { CustomTimeouts, ResourceHooksBinding } = RegisterResourceRequest;

describe("a request", () => {
  test("becomes a goal", () => {
    const request = dynamic().setParent("urn:parent").setProtect(true).setDeletebeforereplace(false).setDeletebeforereplacedefined(true);
    request.setIgnorechangesList(["a"]).setAliasurnsList(["urn:old"]).setDependenciesList(["urn:other"]);
    request.getPropertydependenciesMap().set("x", new RegisterResourceRequest.PropertyDependencies().setUrnsList(["urn:other"]));
    expect(goalOf(request)).toMatchObject({
      parent: "urn:parent",
      protect: true,
      retainOnDelete: false,
      deleteBeforeReplace: false,
      ignoreChanges: ["a"],
      aliases: ["urn:old"],
      dependencies: ["urn:other"],
      propertyDependencies: { x: ["urn:other"] },
    });
    expect(goalOf(dynamic()).deleteBeforeReplace).toBeUndefined();
  });

  const provided = dynamic();
  provided.getProvidersMap().set("x", "y");
  const mapped = dynamic();
  mapped.getEnvvarmappingsMap().set("x", "y");
  test.each<[feature: string, request: RegisterResourceRequest]>([
    ["remote components", dynamic().setRemote(true)],
    ["`import`", dynamic().setImportid("id")],
    ["`replaceOnChanges`", dynamic().setReplaceonchangesList(["a"])],
    ["`deletedWith`", dynamic().setDeletedwith("urn:x")],
    ["`replaceWith`", dynamic().setReplaceWithList(["urn:x"])],
    ["`replacementTrigger`", dynamic().setReplacementTrigger(new Value())],
    ["`customTimeouts`", dynamic().setCustomtimeouts(new CustomTimeouts().setCreate("5m"))],
    ["`hideDiffs`", dynamic().setHidediffsList(["a"])],
    ["`transforms`", dynamic().setTransformsList([new Callback()])],
    ["`hooks`", dynamic().setHooks(new ResourceHooksBinding().setAfterCreateList(["hook"]))],
    ["`envVarMappings`", mapped],
    ["`providers`", provided],
    ["aliases in structured form", dynamic().setAliasesList([new Alias()])],
    ["`provider`", dynamic().setProvider("urn::id")],
    ["`version`", dynamic().setVersion("1.0.0")],
    ["`pluginDownloadURL`", dynamic().setPlugindownloadurl("x")],
    ["parameterized packages", dynamic().setPackageref("x")],
    ["explicit providers", dynamic().setType("pulumi:providers:random")],
    ["not dynamic ones (type random:index:Pet)", dynamic().setType("random:index:Pet")],
    ['"a.b" in the option `ignoreChanges`', dynamic().setIgnorechangesList(["a.b"])],
    ['"*" in the option `ignoreChanges`', dynamic().setIgnorechangesList(["*"])],
  ])("is refused by name: %s", (feature, request) => {
    const refuse = () => goalOf(request);
    expect(refuse).toThrow(feature);
    expect(refuse).toThrow(/^thing .*Pulumi CLI\.$/);
  });

  test("empty timeouts, which the SDK always sends, are none", () => {
    expect(() => goalOf(dynamic().setCustomtimeouts(new CustomTimeouts()))).not.toThrow();
  });

  test.each<[feature: string, type: string]>([
    ["StackReference", "pulumi:pulumi:StackReference"],
    ["not dynamic ones", "random:index:Pet"],
  ])("to read is refused by name: %s", (feature, type) => {
    expect(() => readGoalOf(new ReadResourceRequest().setType(type).setName("other").setId("x"))).toThrow(feature);
  });
});

describe("the monitor", () => {
  const asset = Struct.fromJavaScript({ file: { "4dabf18193072939515e22adb298388d": "c44067f5952c0a294b673a41bacd8c17" } });
  /** A deployment that notes why it failed. */
  class Failing {
    reasons: string[] = [];
    proceed(): void {}
    fail(error: Error): never {
      this.reasons.push(error.message);
      throw error;
    }
  }

  test.each<[feature: string, send: (client: ResourceMonitorClient) => Promise<unknown>]>([
    ["resource hooks", (client) => call<Empty>((done) => client.registerResourceHook(new RegisterResourceHookRequest(), done))],
    ["transforms", (client) => call<Empty>((done) => client.registerStackTransform(new Callback(), done))],
    ["transforms of function calls", (client) => call<Empty>((done) => client.registerStackInvokeTransform(new Callback(), done))],
    ["assets", (client) => call<RegisterResourceResponse>((done) => client.registerResource(dynamic().setObject(asset), done))],
    ["`deletedWith`", (client) => call<RegisterResourceResponse>((done) => client.registerResource(dynamic().setDeletedwith("x"), done))],
  ])("refuses %s with UNAVAILABLE, at which the SDK ends quietly", async (feature, send) => {
    const deployment = new Failing();
    const monitor = new Monitor(deployment as unknown as Deployment, {} as Planner);
    const served = await serve(ResourceMonitorService, monitor.handlers());
    const client = new ResourceMonitorClient(served.address, grpc.credentials.createInsecure());
    await expect(send(client)).rejects.toMatchObject({ code: grpc.status.UNAVAILABLE });
    expect(deployment.reasons).toEqual([expect.stringContaining(feature)]);
    client.close();
    served.stop();
  });
});
