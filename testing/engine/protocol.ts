import * as grpc from "@grpc/grpc-js";

/** Removes the message size limit, because a stack's properties can be large. */
export const channelOptions: grpc.ChannelOptions = { "grpc.max_receive_message_length": -1, "grpc.max_send_message_length": -1 };

/** Returns the message of any thrown value, without a stack trace. */
export function messageOf(thrown: unknown): string {
  if (thrown instanceof Error) return thrown.message;
  return typeof thrown === "string" ? thrown : JSON.stringify(thrown);
}

/** Handles one unary call. Errors return UNAVAILABLE, because for any other status code the SDK prints the whole registration. */
export function unary<Request, Response>(
  answer: (request: Request) => Promise<Response> | Response,
): grpc.handleUnaryCall<Request, Response> {
  return (call, callback) => {
    void (async () => answer(call.request))().then(
      (response) => callback(null, response),
      (error: unknown) => callback({ code: grpc.status.UNAVAILABLE, details: messageOf(error) }),
    );
  };
}

/** Serves on a free local port. Calls without a handler fail with UNIMPLEMENTED, which the SDK handles. */
export async function serve(service: grpc.ServiceDefinition, handlers: object) {
  const server = new grpc.Server(channelOptions);
  server.addService(service, handlers as grpc.UntypedServiceImplementation);
  const port = await new Promise<number>((resolve, reject) => {
    server.bindAsync("127.0.0.1:0", grpc.ServerCredentials.createInsecure(), (error, bound) => (error ? reject(error) : resolve(bound)));
  });
  return { address: `127.0.0.1:${port}`, stop: () => server.forceShutdown() };
}
