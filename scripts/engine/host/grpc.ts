import * as grpc from "@grpc/grpc-js";

export function unary<Request, Response>(
  respond: (request: Request, call: grpc.ServerUnaryCall<Request, Response>) => Response | Promise<Response>,
): grpc.handleUnaryCall<Request, Response> {
  return (call, callback) => {
    Promise.resolve(call)
      .then(() => respond(call.request, call))
      .then(
        (response) => callback(null, response),
        (error: Partial<grpc.ServiceError>) => callback({ code: grpc.status.UNKNOWN, ...error, message: error.details ?? error.message }),
      );
  };
}

export function streaming<Request, Response>(
  write: (call: grpc.ServerWritableStream<Request, Response>) => Promise<void>,
): grpc.handleServerStreamingCall<Request, Response> {
  return (call) => {
    Promise.resolve(call)
      .then(write)
      .catch((error: Error) => call.destroy(error));
  };
}

/** Serves methods on 127.0.0.1. Resolves with the port. */
export async function serve(service: grpc.ServiceDefinition, methods: grpc.UntypedServiceImplementation): Promise<number> {
  // Resource lists exceed the default message size.
  const server = new grpc.Server({ "grpc.max_receive_message_length": -1, "grpc.max_send_message_length": -1 });
  server.addService(service, methods);
  return new Promise((resolve, reject) => {
    server.bindAsync("127.0.0.1:0", grpc.ServerCredentials.createInsecure(), (error, port) => (error ? reject(error) : resolve(port)));
  });
}
