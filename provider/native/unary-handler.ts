import * as grpc from "@grpc/grpc-js";
import { ErrorResourceInitFailed } from "@pulumi/pulumi/proto/provider_pb";
import { Status } from "@pulumi/pulumi/proto/status_pb";
import { Any } from "google-protobuf/google/protobuf/any_pb";
import { PartialError, UnknownNameError } from "../errors";
import { encodeProperties } from "./values";

export function unaryHandler<Request, Response>(
  handle: (request: Request) => Promise<Response> | Response,
): grpc.handleUnaryCall<Request, Response> {
  return ({ request }, callback) => {
    void (async () => handle(request))().then(
      (response) => callback(null, response),
      (error: unknown) => callback(statusOf(error)),
    );
  };
}

function statusOf(error: unknown): Partial<grpc.StatusObject> {
  const details = error instanceof Error ? error.message : String(error);
  if (error instanceof UnknownNameError) return { code: grpc.status.NOT_FOUND, details };
  if (!(error instanceof PartialError)) return { code: grpc.status.UNKNOWN, details };
  const failure = new ErrorResourceInitFailed()
    .setId(error.id)
    .setProperties(encodeProperties(error.properties))
    .setReasonsList([...error.reasons]);
  const any = new Any();
  any.pack(failure.serializeBinary(), "pulumirpc.ErrorResourceInitFailed");
  const metadata = new grpc.Metadata();
  // `addDetails` would return the Any instead of the Status.
  const status = new Status().setCode(grpc.status.UNKNOWN).setMessage(details).setDetailsList([any]);
  metadata.set("grpc-status-details-bin", Buffer.from(status.serializeBinary()));
  return { code: grpc.status.UNKNOWN, details, metadata };
}
