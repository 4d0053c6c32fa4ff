import * as grpc from "@grpc/grpc-js";
import { type PluginAttach } from "@pulumi/pulumi/proto/plugin_pb";
import { ResourceProviderService } from "@pulumi/pulumi/proto/provider_grpc_pb";
import * as proto from "@pulumi/pulumi/proto/provider_pb";
import { Empty } from "google-protobuf/google/protobuf/empty_pb";
import { type JavaScriptValue, Struct } from "google-protobuf/google/protobuf/struct_pb";
import { SECRET, SIGNATURE, UNKNOWN_TEXT } from "../../testing/engine/wire";

type Values = Record<string, JavaScriptValue>;

/** A secret as it stands in a message. */
export const secret = (value: JavaScriptValue) => ({ [SIGNATURE]: SECRET, value });

/**
 * A plugin of the package `tiny` in this process: resources `tiny:index:Thing` with a `size`, a `place` whose change replaces them
 * and an output `seen`, the function `tiny:index:echo`, and a provider whose `token` is secret.
 */
export class TinyPlugin {
  /** Every call, as `<call> <what it is about>`, in order. */
  readonly calls: string[] = [];
  /** What exists, by id. */
  readonly things = new Map<string, Values>();
  /** Whether a deletion takes until it is cancelled. */
  slow = false;
  private readonly cancelled = new AbortController();
  private readonly server = new grpc.Server();

  /** Starts to listen; resolves to the port. */
  async start(): Promise<number> {
    this.server.addService(ResourceProviderService, this.handlers());
    return new Promise((resolve, reject) => {
      const credentials = grpc.ServerCredentials.createInsecure();
      this.server.bindAsync("127.0.0.1:0", credentials, (error, port) => (error ? reject(error) : resolve(port)));
    });
  }

  stop(): void {
    this.server.forceShutdown();
  }

  /** Resolves once a call has come. */
  async waitFor(call: string): Promise<void> {
    while (!this.calls.includes(call)) await new Promise(setImmediate);
  }

  /** The calls since the last time. */
  take(): string[] {
    return this.calls.splice(0);
  }

  private handlers(): grpc.UntypedServiceImplementation {
    const note = (text: string) => void this.calls.push(text);
    const urnName = (request: { getUrn(): string | undefined }) => request.getUrn()?.split("::").at(-1) ?? "";
    const handlers: Record<string, (request: never) => unknown> = {
      attach: (request: PluginAttach) => (note(`attach ${request.getAddress() === "" ? "nothing" : "the engine"}`), new Empty()),
      checkConfig: (request: proto.CheckRequest) => {
        const { token, ...news } = read(request.getNews());
        const failures = token === "bad" ? [new proto.CheckFailure().setProperty("token").setReason("is not a token")] : [];
        const inputs = token === undefined ? news : { ...news, token: secret(token) };
        return new proto.CheckResponse().setInputs(write(inputs)).setFailuresList(failures);
      },
      diffConfig: (request: proto.DiffRequest) => {
        const [olds, news] = [read(request.getOlds()), read(request.getNews())];
        const { DIFF_NONE, DIFF_SOME } = proto.DiffResponse.DiffChanges;
        const replaces = olds.region === news.region ? [] : ["region"];
        const same = JSON.stringify(olds) === JSON.stringify(news);
        return new proto.DiffResponse().setChanges(same ? DIFF_NONE : DIFF_SOME).setReplacesList(replaces);
      },
      configure: (request: proto.ConfigureRequest) => {
        note(`configure ${urnName(request)} ${JSON.stringify(read(request.getArgs()))}`);
        return new proto.ConfigureResponse().setAcceptsecrets(true).setSupportspreview(true);
      },
      check: (request: proto.CheckRequest) => {
        note(`check ${urnName(request)} ${JSON.stringify(read(request.getNews()))}`);
        return new proto.CheckResponse().setInputs(request.getNews());
      },
      diff: (request: proto.DiffRequest) => diff(read(request.getOlds()), read(request.getNews())),
      create: (request: proto.CreateRequest) => {
        const id = `${urnName(request)}-id`;
        const news = read(request.getProperties());
        note(`create${request.getPreview() ? " in preview" : ""} ${id}`);
        if (request.getPreview()) return new proto.CreateResponse().setProperties(write({ ...news, kind: "thing", seen: UNKNOWN_TEXT }));
        this.things.set(id, news);
        return new proto.CreateResponse().setId(id).setProperties(write({ ...news, kind: "thing", seen: 1 }));
      },
      update: (request: proto.UpdateRequest) => {
        const [id, news] = [request.getId(), read(request.getNews())];
        note(`update${request.getPreview() ? " in preview" : ""} ${id} of ${request.getUrn().split("::")[2]}`);
        if (!request.getPreview()) this.things.set(id, news);
        return new proto.UpdateResponse().setProperties(write({ ...news, kind: "thing", seen: 2 }));
      },
      read: (request: proto.ReadRequest) => {
        const thing = this.things.get(request.getId());
        note(`read ${request.getId()}`);
        if (thing === undefined) return new proto.ReadResponse();
        return new proto.ReadResponse()
          .setId(request.getId())
          .setInputs(write(thing))
          .setProperties(write({ ...thing, seen: 3 }));
      },
      delete: async (request: proto.DeleteRequest) => {
        note(`delete ${request.getId()}`);
        const { signal } = this.cancelled;
        if (this.slow && !signal.aborted) await new Promise((resolve) => signal.addEventListener("abort", resolve));
        if (this.slow) throw new Error("cancelled");
        this.things.delete(request.getId());
        return new Empty();
      },
      invoke: (request: proto.InvokeRequest) => {
        if (request.getTok() !== "tiny:index:echo") throw new Error(`no function ${request.getTok()}`);
        return new proto.InvokeResponse().setReturn(request.getArgs());
      },
      cancel: () => (this.cancelled.abort(), new Empty()),
    };
    return Object.fromEntries(Object.entries(handlers).map(([name, handle]) => [name, answer(handle as (request: unknown) => unknown)]));
  }
}

function answer(handle: (request: unknown) => unknown): grpc.handleUnaryCall<unknown, unknown> {
  return ({ request }, callback) => {
    void (async () => handle(request))().then(
      (response) => callback(null, response),
      (error: unknown) => callback({ code: grpc.status.UNKNOWN, details: (error as Error).message }),
    );
  };
}

function diff(olds: Values, news: Values): proto.DiffResponse {
  const { DIFF_NONE, DIFF_SOME } = proto.DiffResponse.DiffChanges;
  const changed = ["size", "place", "note"].filter((name) => JSON.stringify(olds[name]) !== JSON.stringify(news[name]));
  const response = new proto.DiffResponse()
    .setChanges(changed.length > 0 ? DIFF_SOME : DIFF_NONE)
    .setReplacesList(changed.filter((name) => name === "place"))
    .setHasdetaileddiff(true);
  const { UPDATE, UPDATE_REPLACE } = proto.PropertyDiff.Kind;
  for (const name of changed)
    response.getDetaileddiffMap().set(name, new proto.PropertyDiff().setKind(name === "place" ? UPDATE_REPLACE : UPDATE));
  return response;
}

function read(struct: Struct | undefined): Values {
  return struct?.toJavaScript() ?? {};
}

function write(values: Values): Struct {
  return Struct.fromJavaScript(values);
}
