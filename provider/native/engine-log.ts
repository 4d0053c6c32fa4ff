import * as grpc from "@grpc/grpc-js";
import { EngineClient } from "@pulumi/pulumi/proto/engine_grpc_pb";
import { LogRequest, LogSeverity } from "@pulumi/pulumi/proto/engine_pb";

/** The engine's log, which is the only output of a plugin that users see. */
export class EngineLog {
  private client: EngineClient | undefined;

  /** Connects to the engine at an address such as `127.0.0.1:4000`. Ignores an empty address. */
  connect(address: string): void {
    if (address === "") return;
    this.client?.close();
    this.client = new EngineClient(address, grpc.credentials.createInsecure());
  }

  close(): void {
    this.client?.close();
    this.client = undefined;
  }

  /** Returns the log for an operation on a resource. `flush` resolves once the engine has received all messages. */
  of(urn: string) {
    const pending = new Set<Promise<void>>();
    const sendAs = (severity: LogSeverity) => (line: string) => {
      const sending: Promise<void> = this.send(urn, severity, line).finally(() => pending.delete(sending));
      pending.add(sending);
    };
    return { add: sendAs(LogSeverity.INFO), warn: sendAs(LogSeverity.WARNING), flush: () => Promise.all(pending) };
  }

  private send(urn: string, severity: LogSeverity, line: string): Promise<void> {
    const request = new LogRequest().setSeverity(severity).setUrn(urn).setMessage(line);
    // Logging failures must not fail the operation.
    return new Promise((resolve) => (this.client === undefined ? resolve() : this.client.log(request, () => resolve())));
  }
}
