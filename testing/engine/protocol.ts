import * as grpc from "@grpc/grpc-js";
import { type Message } from "google-protobuf";
import { DiffResponse, ErrorResourceInitFailed, PropertyDiff } from "@pulumi/pulumi/proto/provider_pb";
import { Status } from "@pulumi/pulumi/proto/status_pb";
import { Halted, messageOf } from "./errors";
import { type DetailedChange, type DiffAnswer, HostError, type PartialFailure } from "./resource-host";
import { fromStruct } from "./wire";

/** No limit on the size of a message: a stack's properties may be large. */
export const CHANNEL_OPTIONS: grpc.ChannelOptions = { "grpc.max_receive_message_length": -1, "grpc.max_send_message_length": -1 };

/**
 * A handler of one unary call, as a function from request to response. It fails with UNAVAILABLE, at which the SDK
 * goes quiet: any other code makes it print a registration with all its objects.
 */
export function unary<Request, Response>(
  answer: (request: Request) => Promise<Response> | Response,
  code = grpc.status.UNAVAILABLE,
): grpc.handleUnaryCall<Request, Response> {
  return (call, callback) => {
    void (async () => answer(call.request))().then(
      (response) => callback(null, response),
      (error: unknown) => callback({ code: error instanceof Halted ? grpc.status.UNAVAILABLE : code, details: messageOf(error) }),
    );
  };
}

/** A service that is being served. */
export interface Served {
  address: string;
  stop(): void;
}

/** Serves on a free port of this machine. What has no handler answers UNIMPLEMENTED, which the SDK copes with. */
export async function serve(service: grpc.ServiceDefinition, handlers: object): Promise<Served> {
  const server = new grpc.Server(CHANNEL_OPTIONS);
  server.addService(service, handlers as grpc.UntypedServiceImplementation);
  const port = await new Promise<number>((resolve, reject) => {
    server.bindAsync("127.0.0.1:0", grpc.ServerCredentials.createInsecure(), (error, bound) => (error ? reject(error) : resolve(bound)));
  });
  return { address: `127.0.0.1:${port}`, stop: () => server.forceShutdown() };
}

/** A call of a client, as a promise. */
export function call<Response>(
  send: (callback: (error: grpc.ServiceError | null, response: Response) => void) => unknown,
): Promise<Response> {
  return new Promise((resolve, reject) => send((error, response) => (error ? reject(error) : resolve(response))));
}

/** What a provider answered to Diff or DiffConfig. */
export function readDiff(response: DiffResponse): DiffAnswer {
  const { DIFF_NONE, DIFF_SOME } = DiffResponse.DiffChanges;
  const changes = response.getChanges();
  const answer: DiffAnswer = {
    changes: changes === DIFF_NONE ? "none" : changes === DIFF_SOME ? "some" : "unknown",
    replaces: response.getReplacesList(),
    deleteBeforeReplace: response.getDeletebeforereplace(),
  };
  if (!response.getHasdetaileddiff()) return answer;
  const detailed: Record<string, DetailedChange> = {};
  response.getDetaileddiffMap().forEach((change, path) => (detailed[path] = detailedChange(change)));
  return { ...answer, detailed };
}

function detailedChange(change: PropertyDiff): DetailedChange {
  const { ADD, ADD_REPLACE, DELETE, DELETE_REPLACE, UPDATE_REPLACE } = PropertyDiff.Kind;
  const kind = change.getKind();
  return {
    kind: kind === ADD || kind === ADD_REPLACE ? "add" : kind === DELETE || kind === DELETE_REPLACE ? "delete" : "update",
    replaces: kind === ADD_REPLACE || kind === DELETE_REPLACE || kind === UPDATE_REPLACE,
    inputDiff: change.getInputdiff(),
  };
}

/** An error of a call to a host: its text without the status that gRPC puts before it, and the partial failure in it, if there is one. */
export function hostError(error: unknown): HostError {
  const { details, metadata } = error as Partial<grpc.ServiceError>;
  const [status] = metadata?.get("grpc-status-details-bin") ?? [];
  return new HostError(details || messageOf(error), status instanceof Buffer ? partialFailure(status) : undefined);
}

function partialFailure(status: Buffer): PartialFailure | undefined {
  for (const any of Status.deserializeBinary(status).getDetailsList()) {
    const failure = any.unpack<Message & ErrorResourceInitFailed>(
      (bytes) => ErrorResourceInitFailed.deserializeBinary(bytes),
      "pulumirpc.ErrorResourceInitFailed",
    );
    if (failure) return { id: failure.getId(), properties: fromStruct(failure.getProperties()), reasons: failure.getReasonsList() };
  }
  return undefined;
}
