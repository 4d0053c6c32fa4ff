import * as grpc from "@grpc/grpc-js";
import { type Message } from "google-protobuf";
import { ErrorResourceInitFailed } from "@pulumi/pulumi/proto/provider_pb";
import { Status } from "@pulumi/pulumi/proto/status_pb";
import { messageOf } from "./errors";
import { HostError, type PartialFailure } from "./resource-host";
import { fromStruct } from "./wire";

/** No limit on the size of a message: a stack's properties may be large. */
export const CHANNEL_OPTIONS: grpc.ChannelOptions = { "grpc.max_receive_message_length": -1, "grpc.max_send_message_length": -1 };

/** A handler of one unary call, as a function from request to response. */
export function unary<Request, Response>(
  answer: (request: Request) => Promise<Response> | Response,
): grpc.handleUnaryCall<Request, Response> {
  return (call, callback) => {
    void (async () => answer(call.request))().then(
      (response) => callback(null, response),
      // Nothing but UNAVAILABLE: the SDK goes quiet at it. Any other code makes it print the call with all its objects.
      (error: unknown) => callback({ code: grpc.status.UNAVAILABLE, details: messageOf(error) }),
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
