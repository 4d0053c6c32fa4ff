import * as grpc from "@grpc/grpc-js";
import { Callback } from "@pulumi/pulumi/proto/callback_pb";
import { ResourceMonitorService as service } from "@pulumi/pulumi/proto/resource_grpc_pb";
import { RegisterResourceHookRequest, RegisterResourceRequest } from "@pulumi/pulumi/proto/resource_pb";
import { Struct } from "google-protobuf/google/protobuf/struct_pb";
import { type Deployment } from "../../../../testing/engine/deployment";
import { Monitor } from "../../../../testing/engine/monitor";
import { type Planner } from "../../../../testing/engine/planner";
import { call, connect, serve } from "../../../../testing/engine/protocol";

const dynamic = () => new RegisterResourceRequest().setType("pulumi-nodejs:dynamic:Resource").setName("thing").setCustom(true);

describe("the monitor", () => {
  const asset = Struct.fromJavaScript({ file: { "4dabf18193072939515e22adb298388d": "c44067f5952c0a294b673a41bacd8c17" } });
  /** A deployment that records why it failed. */
  class Failing {
    readonly project = { root: "/", plugins: new Map<string, string>() };
    readonly reasons: string[] = [];
    proceed(): void {}
    fail(error: Error): never {
      this.reasons.push(error.message);
      throw error;
    }
  }

  test.each<[feature: string, send: (client: grpc.Client) => Promise<unknown>]>([
    ["resource hooks", (client) => call(client, service.registerResourceHook, new RegisterResourceHookRequest())],
    ["transforms", (client) => call(client, service.registerStackTransform, new Callback())],
    ["transforms of function calls", (client) => call(client, service.registerStackInvokeTransform, new Callback())],
    ["assets", (client) => call(client, service.registerResource, dynamic().setObject(asset))],
    ["`deletedWith`", (client) => call(client, service.registerResource, dynamic().setDeletedwith("x"))],
  ])("refuses %s with UNAVAILABLE, at which the SDK stops quietly", async (feature, send) => {
    const deployment = new Failing();
    const monitor = new Monitor(deployment as unknown as Deployment, {} as Planner);
    const served = await serve(service, monitor.handlers());
    const client = connect(served.address);
    await expect(send(client)).rejects.toMatchObject({ code: grpc.status.UNAVAILABLE });
    expect(deployment.reasons).toEqual([expect.stringContaining(feature)]);
    client.close();
    served.stop();
  });
});
