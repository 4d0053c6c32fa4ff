import { once } from "node:events";
import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import { type AddressInfo } from "node:net";
import { setTimeout as pause } from "node:timers/promises";
import { inspect } from "node:util";
import { type Act } from "./acts";
import { Account } from "./account";
import { Credentials } from "./credentials";
import { text } from "./envelope";
import { Exchange } from "./exchange";
import { type Fault, type FaultHandle, Faults, strike } from "./faults";
import { Journal, type JournalEntry } from "./journal";
import { type BehaviourOptions, knownOptions, type ProfileName, profiles } from "./profile";
import { type AllowedRange, type Configuration, type WorkgroupRecord, type WorkspaceRecord } from "./records";
import { readRequest } from "./request";
import { Service } from "./service";
import { type WorkspaceState } from "./store";

/** Options of `startEmulator`: a profile, individual behavior options, and the clock, port, and account. */
export interface EmulatorOptions extends BehaviourOptions {
  /** `specified` by default. */
  profile?: ProfileName;
  /** The only accepted `x-api-key` (API 5); `emulator-api-key` by default. */
  apiKey?: string;
  /** A port on 127.0.0.1; by default 0, any free one. */
  port?: number;
  /** The delay of each response. Requests are applied on arrival, so a response can be older than later changes. */
  latencyMs?: number;
  /** Fills the account before the first request. */
  account?: (account: Account) => void;
  /** Whether this server is also the data plane of every workspace. Otherwise, `proxy_host` is a name that cannot be resolved. */
  dataPlane?: "loopback" | "nowhere";
  /** The clock, in milliseconds since the epoch. */
  now?: () => number;
  /** Called to wait for latency and slow bodies. */
  sleep?: (ms: number) => Promise<void>;
  /** Keeps the process alive. By default, a test that does not call `close` still ends. */
  keepAlive?: boolean;
  /** Called for each request once it has a response or its connection has ended. */
  log?: (entry: JournalEntry) => void;
  /** Called for each automatic change by the service, such as a resize by a timetable. */
  onAct?: (act: Act) => void;
}

/** A workspace change made in the console; undefined removes a field. */
export type WorkspacePatch = { [K in keyof WorkspaceRecord]?: WorkspaceRecord[K] | undefined };

/** A running emulated service, created by `startEmulator`. */
export class Emulator {
  /** The base URL, without a path: `http://127.0.0.1:<port>`. */
  readonly url: string;
  /** Adds records, even while the service is running. */
  readonly account: Account;
  /** All received requests, in order. */
  readonly journal: Journal;
  private readonly faults = new Faults();
  private readonly credentials: Credentials;
  private readonly service: Service;
  private readonly waits: { readonly latencyMs: number; readonly sleep: (ms: number) => Promise<void> };
  private inFlight = 0;
  /** Milliseconds by which the emulator's clock is ahead of the injected clock. */
  private ahead = 0;

  constructor(
    private readonly server: Server,
    private readonly options: EmulatorOptions,
  ) {
    const host = `127.0.0.1:${(server.address() as AddressInfo).port}`;
    this.url = `http://${host}`;
    this.waits = { latencyMs: options.latencyMs ?? 0, sleep: options.sleep ?? ((ms) => pause(ms, undefined, { ref: false })) };
    this.credentials = new Credentials(options.apiKey ?? "emulator-api-key");
    this.journal = new Journal(this.credentials);
    const behaviour = { ...profiles[options.profile ?? "specified"], ...knownOptions(options) };
    const { now = Date.now, onAct } = options;
    this.service = new Service(behaviour, this.credentials, () => now() + this.ahead, onAct);
    this.service.store.host = options.dataPlane === "nowhere" ? undefined : host;
    this.account = new Account(this.service.store, this.credentials);
    options.account?.(this.account);
    if (options.keepAlive !== true) {
      server.unref();
      server.on("connection", (socket) => socket.unref());
    }
    server.on("request", (incoming, response) => void this.receive(incoming, response));
  }

  /** The accepted key. */
  get apiKey(): string {
    return this.credentials.apiKey;
  }

  /** Replaces the accepted key. */
  rotateKey(apiKey: string): void {
    this.credentials.rotate(apiKey);
  }

  /** Accepts an additional key, of an organization without records, whose lists are empty. */
  addOtherOrganisation(apiKey: string): void {
    this.credentials.otherKeys.add(apiKey);
  }

  /** Changes the given behavior options from now on. */
  behave(options: BehaviourOptions): void {
    this.elapse();
    Object.assign(this.service.behaviour, knownOptions(options));
  }

  /** Applies pending changes and automatic changes that are due, as each request does. */
  elapse(): void {
    this.service.acts.elapse();
  }

  /** Advances the emulator's clock, and applies the changes due by then. */
  advance(milliseconds: number): void {
    this.ahead += milliseconds;
    this.elapse();
  }

  /** Applies all pending changes. */
  applyWaiting(): void {
    this.service.store.deferrals.runAll();
  }

  /** Copies of the live workgroup records. */
  workgroups(): WorkgroupRecord[] {
    return [...this.service.store.workgroups.values()].map(({ record }) => structuredClone(record));
  }

  /** Deletes a workgroup with its contents, as a console user would. */
  deleteWorkgroup(workgroupId: string): void {
    this.service.store.workgroups.delete(workgroupId);
  }

  /** Copies of the live records of a workgroup's workspaces. */
  workspaces(workgroupId: string): WorkspaceRecord[] {
    return [...this.service.store.workgroup(workgroupId).workspaces.values()].map(({ record }) => structuredClone(record));
  }

  /** Returns a copy of a workspace's live record; does not count as a read. */
  workspace(workgroupId: string, workspaceId: string): WorkspaceRecord {
    this.elapse();
    return structuredClone(this.service.store.workspace(workgroupId, workspaceId).record);
  }

  /** Changes fields of a workspace's record immediately, as a console user would. Each value replaces the old value as a whole. */
  changeWorkspace(workgroupId: string, workspaceId: string, patch: WorkspacePatch): void {
    const { record } = this.service.store.workspace(workgroupId, workspaceId);
    for (const [field, value] of Object.entries(structuredClone(patch))) {
      if (value === undefined) delete record[field];
      else record[field] = value;
    }
    if (!("last_modified_time" in patch)) record.last_modified_time = this.service.store.timestamp();
  }

  /** Deletes a workspace, as a console user would. */
  deleteWorkspace(workgroupId: string, workspaceId: string): void {
    this.service.store.workgroup(workgroupId).workspaces.delete(workspaceId);
  }

  /** Returns a copy of a workspace and everything that belongs to it. */
  contents(workgroupId: string, workspaceId: string): WorkspaceState {
    this.elapse();
    return structuredClone(this.service.store.workspace(workgroupId, workspaceId));
  }

  /** Replaces the objects that belong to a workspace, as a console user would. */
  changeContents(workgroupId: string, workspaceId: string, contents: Partial<WorkspaceState>): void {
    Object.assign(this.service.store.workspace(workgroupId, workspaceId), structuredClone(contents));
  }

  /** Returns a copy of a workgroup's live record without its lists; does not count as a read. */
  workgroup(workgroupId: string): WorkgroupRecord {
    this.elapse();
    return structuredClone(this.service.store.workgroup(workgroupId).record);
  }

  /** Changes fields of a workgroup's record immediately, as a console user would. */
  changeWorkgroup(workgroupId: string, patch: Partial<WorkgroupRecord>): void {
    Object.assign(this.service.store.workgroup(workgroupId).record, structuredClone(patch));
  }

  /** Copies of a workgroup's allow list entries, in order of creation. */
  allowedRanges(workgroupId: string): AllowedRange[] {
    this.elapse();
    return structuredClone(this.service.store.workgroup(workgroupId).allowedRanges);
  }

  /** Replaces the entries of an allow list, as a console user would. */
  setAllowedRanges(workgroupId: string, ranges: readonly AllowedRange[]): void {
    this.service.store.workgroup(workgroupId).allowedRanges = structuredClone([...ranges]);
  }

  /** Copies of an installed add-on's configurations, in order of creation. */
  configurations(installedAddonId: string): Configuration[] {
    return structuredClone(this.service.store.addon(installedAddonId).configurations);
  }

  /** Returns the passwords of a workspace's in-database users, keyed by name. */
  passwords(workgroupId: string, workspaceId: string): Record<string, string> {
    const { users } = this.service.store.workspace(workgroupId, workspaceId);
    return Object.fromEntries(users.map(({ username, password }) => [username, password]));
  }

  /** Injects a fault into future requests. If several faults match, the oldest one that has not been used up applies. */
  fault(fault: Fault): FaultHandle {
    return this.faults.add(fault);
  }

  /**
   * Saves the state of the service: its options, records, pending changes, keys, tokens, faults, and journal. The returned function
   * restores the state and ends all connections, and can be called repeatedly. The clock does not change.
   */
  checkpoint(): () => void {
    const { length } = this.journal;
    const behaviour = { ...this.service.behaviour };
    const restores = [
      () => this.behave(behaviour),
      this.service.store.snapshot(),
      this.service.acts.snapshot(),
      this.credentials.snapshot(),
      this.faults.snapshot(),
    ];
    return () => {
      for (const restore of restores) restore();
      this.journal.truncate(length);
      this.server.closeAllConnections();
    };
  }

  /**
   * The records, options, and remaining faults as text. Services with the same text behave identically. Undefined while a change is
   * pending, or if the passage of time alone can change something.
   */
  get standing(): string | undefined {
    const { store, acts } = this.service;
    return store.deferrals.size > 0 || acts.areOn
      ? undefined
      : `${store.toText()} ${JSON.stringify([this.faults.left, this.service.behaviour])}`;
  }

  /** Stops the server and closes all connections immediately, including those of hanging requests. */
  async close(): Promise<void> {
    if (!this.server.listening) return;
    const closed = once(this.server, "close");
    this.server.close();
    this.server.closeAllConnections();
    await closed;
  }

  private async receive(incoming: IncomingMessage, response: ServerResponse): Promise<void> {
    this.inFlight += 1;
    const inFlight = this.inFlight;
    response.on("close", () => (this.inFlight -= 1));
    response.on("error", () => response.destroy());
    const arrived = await readRequest(incoming).catch(() => undefined);
    if (arrived === undefined) return void response.destroy();
    const request = { ...arrived, id: `request-${(this.journal.length + 1).toString().padStart(6, "0")}` };
    const { plane, endpoint } = this.service.locate(request);
    const fault = this.faults.take(request, endpoint);
    const entry = this.journal.record(request, { at: this.service.store.now(), inFlight, plane, endpoint, fault: fault?.kind });
    response.on("close", () => this.options.log?.(entry));
    const exchange = new Exchange(request, this.service, response, this.waits, (status) => (entry.status = status));
    await fault?.until;
    try {
      await (fault === undefined ? exchange.send(exchange.serve()) : strike(fault, exchange));
    } catch (error) {
      exchange.sendAtOnce(text(500, `The emulator itself failed: ${inspect(error)}`));
    }
  }
}

/** Starts an emulated service on 127.0.0.1; `close` stops it. Rejects if the port is in use. */
export async function startEmulator(options: EmulatorOptions = {}): Promise<Emulator> {
  // Longer than any test, because a keep-alive client would mistake a dropped idle connection for a fault.
  const server = createServer({ keepAliveTimeout: 600_000, requestTimeout: 0, headersTimeout: 0 });
  server.listen(options.port ?? 0, "127.0.0.1");
  await once(server, "listening");
  return new Emulator(server, options);
}
