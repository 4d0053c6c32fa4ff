import * as grpc from "@grpc/grpc-js";
import { Callback } from "@pulumi/pulumi/proto/callback_pb";
import { type Empty } from "google-protobuf/google/protobuf/empty_pb";
import { ResourceMonitorClient, ResourceMonitorService } from "@pulumi/pulumi/proto/resource_grpc_pb";
import { RegisterResourceHookRequest, RegisterResourceRequest, type RegisterResourceResponse } from "@pulumi/pulumi/proto/resource_pb";
import { Struct } from "google-protobuf/google/protobuf/struct_pb";
import { type Deployment } from "../../../../testing/engine/deployment";
import { Monitor } from "../../../../testing/engine/monitor";
import { type Planner } from "../../../../testing/engine/planner";
import { call, serve } from "../../../../testing/engine/protocol";

const dynamic = () => new RegisterResourceRequest().setType("pulumi-nodejs:dynamic:Resource").setName("thing").setCustom(true);

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
