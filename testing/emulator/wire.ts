import { type ServerResponse } from "node:http";
import { type Answer } from "./envelope";

/** The sending side of one request. Once the connection is gone, sending does nothing. */
export class Wire {
  constructor(
    private readonly response: ServerResponse,
    private readonly onStatus: (status: number) => void,
  ) {}

  /** Sends a whole answer. */
  send(answer: Answer): void {
    if (this.response.destroyed) return;
    this.head(answer);
    this.response.end(answer.body);
  }

  /** Sends the head, which promises the whole body, and a part of it; resolves once the part has left or the connection is gone. */
  sendPart(answer: Answer, part: string): Promise<void> {
    if (!this.response.destroyed) this.head(answer);
    return this.sendMore(part);
  }

  /** Sends a further part of the body. */
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

  /** Ends the connection with a reset: what was sent before may be lost with it. */
  reset(): void {
    this.response.socket?.resetAndDestroy();
  }

  /** Ends the connection after what was sent. */
  cut(): void {
    this.response.socket?.destroy();
  }

  private head(answer: Answer): void {
    this.onStatus(answer.status);
    const length = Buffer.byteLength(answer.body);
    this.response.writeHead(answer.status, { "content-type": answer.contentType, "content-length": length, ...answer.headers });
  }
}
