import type { Emulator } from "../../testing/emulator";

type Service = Emulator["service"];
type Answer = ReturnType<Service["answer"]>;
type Endpoint = number | string;

/** The service behind an emulator, for what no console does. */
export const serviceOf = (emulator: Emulator): Service => (emulator as unknown as { readonly service: Service }).service;

/** A value that the service shows as an integer that JavaScript cannot hold exactly. */
export const longInteger = "@9007199254740993@";

/** The ways in which an emulated service shows what it holds: answers are changed after they were served, so that what was done stays done. */
export class Readings {
  private changes: ((endpoint: Endpoint, answer: Answer) => Answer)[] = [];
  private readonly answers = new Map<Endpoint, Answer>();
  private readonly strikes = new Map<Endpoint, { readonly act: () => void; readonly isUndone: boolean }>();

  constructor(emulator: Emulator) {
    const service = serviceOf(emulator);
    const serve = service.answer.bind(service);
    service.answer = (request, delay) => {
      const { endpoint = "" } = service.locate(request);
      const inPlace = this.answers.get(endpoint);
      if (inPlace !== undefined) return inPlace;
      const strike = request.method === "GET" ? this.strikes.get(endpoint) : undefined;
      if (strike !== undefined) this.strikes.delete(endpoint);
      const restore = strike?.isUndone === true ? service.store.snapshot() : undefined;
      if (strike?.isUndone === true) strike.act();
      const answer = serve(request, delay);
      if (strike?.isUndone === false) strike.act();
      restore?.();
      return this.changes.reduce((shown, change) => change(endpoint, shown), answer);
    };
  }

  /** Shows another Result at an endpoint. */
  rewrite(endpoint: Endpoint, change: (result: unknown) => unknown): void {
    this.changes.push((asked, answer) => {
      if (asked !== endpoint || answer.contentType !== "application/json") return answer;
      const envelope = JSON.parse(answer.body) as Record<string, unknown>;
      if (envelope["Error"] === true) return answer;
      const body = JSON.stringify({ ...envelope, Result: change(envelope["Result"]) });
      return { ...answer, body: body.replaceAll(`"${longInteger}"`, longInteger.replaceAll("@", "")) };
    });
  }

  /** Does nothing at an endpoint, and answers with a status and a text. */
  answer(endpoint: Endpoint, status: number, body: string): void {
    this.answers.set(endpoint, { status, contentType: "text/plain", body });
  }

  /** Answers the next read of an endpoint, and no other, as it would be after the act. */
  once(endpoint: Endpoint, act: () => void): void {
    this.strikes.set(endpoint, { act, isUndone: true });
  }

  /** Acts once the next read of an endpoint is answered. */
  afterNext(endpoint: Endpoint, act: () => void): void {
    this.strikes.set(endpoint, { act, isUndone: false });
  }

  /** Shows everything as it is again. */
  clear(): void {
    this.strikes.clear();
    this.changes = [];
    this.answers.clear();
  }
}
