import { type ServerResponse } from "node:http";
import { type Answer } from "./envelope";
import { type Request } from "./request";
import { type Service } from "./service";

/** A request to which a fault can respond completely, partially, or not at all. After the connection is closed, sending has no effect. */
export class Exchange {
  constructor(
    readonly request: Request,
    readonly service: Service,
    private readonly response: ServerResponse,
    private readonly waits: { readonly latencyMs: number; readonly sleep: (ms: number) => Promise<void> },
    /** Called with the status sent. */
    private readonly onStatus: (status: number) => void,
  ) {}

  serve(): Answer {
    return this.service.answer(this.request);
  }

  sleep(ms: number): Promise<void> {
    return this.waits.sleep(ms);
  }

  /** Sends a complete response after the emulator's latency. */
  async send(answer: Answer): Promise<void> {
    if (this.waits.latencyMs > 0) await this.sleep(this.waits.latencyMs);
    this.sendAtOnce(answer);
  }

  sendAtOnce(answer: Answer): void {
    if (this.response.destroyed) return;
    this.sendHead(answer);
    this.response.end(answer.body);
  }

  /** Sends the headers for the whole body, but only a part of the body. Resolves once that part has been sent or the connection is closed. */
  sendPart(answer: Answer, part: string): Promise<void> {
    if (!this.response.destroyed) this.sendHead(answer);
    return this.sendMore(part);
  }

  sendMore(part: string): Promise<void> {
    return new Promise((resolve) => {
      if (this.response.destroyed) return resolve();
      this.response.once("close", () => resolve());
      this.response.write(part, () => resolve());
    });
  }

  end(): void {
    this.response.end();
  }

  /** Resets the connection. Data that has already been sent might be lost. */
  reset(): void {
    this.response.socket?.resetAndDestroy();
  }

  /** Closes the connection after sending pending data. */
  cut(): void {
    this.response.socket?.destroy();
  }

  private sendHead(answer: Answer): void {
    this.onStatus(answer.status);
    const length = Buffer.byteLength(answer.body);
    this.response.writeHead(answer.status, { "content-type": answer.contentType, "content-length": length, ...answer.headers });
  }
}
