import { type IEngineServer } from "@pulumi/pulumi/proto/engine_grpc_pb";
import { LogSeverity, type LogRequest } from "@pulumi/pulumi/proto/engine_pb";
import { Empty } from "google-protobuf/google/protobuf/empty_pb";
import { refusalError } from "./errors";
import { unary } from "./protocol";
import { type Diagnostic, type Report } from "./report";

const severities: Record<number, Diagnostic["severity"]> = {
  [LogSeverity.INFO]: "info",
  [LogSeverity.WARNING]: "warning",
  [LogSeverity.ERROR]: "error",
};

/** The service that receives the messages of program and providers. */
export function engineHandlers(report: Report, isStopping: () => boolean): Partial<IEngineServer> {
  return {
    log: unary((request: LogRequest) => {
      const severity = severities[request.getSeverity()];
      // Debug messages are left out, as by the CLI. Once the deployment has stopped, further errors of the program only repeat why.
      if (severity && !(severity === "error" && isStopping()))
        report.say(severity, request.getMessage().trimEnd(), request.getUrn() || undefined);
      return new Empty();
    }),
    requirePulumiVersion: unary(() => {
      const message = refusalError("requirePulumiVersion");
      report.fail(message);
      throw new Error(message);
    }),
  };
}
