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

/** The options of `startEmulator`: a profile, single fields of its behaviour, and the clock, port and account. */
export interface EmulatorOptions extends BehaviourOptions {
  /** `specified` by default. */
  profile?: ProfileName;
  /** The only accepted `x-api-key` (API 5); `emulator-api-key` by default. */
  apiKey?: string;
  /** A port on 127.0.0.1; by default 0, any free one. */
  port?: number;
  /** The delay of each answer. The request is applied on arrival, so a response can be older than later changes. */
  latencyMs?: number;
  /** Fills the account before the first request. */
  account?: (account: Account) => void;
  /** Whether this server is also the data plane of every workspace: `proxy_host` is its host and port, or else a name that does not resolve. */
  dataPlane?: "loopback" | "nowhere";
  /** The clock, in milliseconds since the epoch. */
  now?: () => number;
  /** Waits for latency and slow bodies. */
  sleep?: (ms: number) => Promise<void>;
  /** Keeps the process alive for the emulator alone; without it a test that forgets `close` still ends. */
  keepAlive?: boolean;
  /** Called for each request after it was answered or its connection ended. */
  log?: (entry: JournalEntry) => void;
  /** Called for each act of the service on its clock, such as a size that a timetable set. */
  onAct?: (act: Act) => void;
}

/** A change of a workspace in the console: any field; undefined removes a field. */
export type WorkspacePatch = { [K in keyof WorkspaceRecord]?: WorkspaceRecord[K] | undefined };

/** The emulated service, listening. Made by `startEmulator`. */
export class Emulator {
  /** The base URL, without a path: `http://127.0.0.1:<port>`. */
  readonly url: string;
  /** Adds records to the service, also while it runs. */
  readonly account: Account;
  /** Every request that arrived, in order. */
  readonly journal: Journal;
  private readonly faults = new Faults();
  private readonly credentials: Credentials;
  private readonly service: Service;
  private readonly waits: { readonly latencyMs: number; readonly sleep: (ms: number) => Promise<void> };
  private inFlight = 0;
  /** The milliseconds by which the clock is ahead of the given one. */
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

  /** Accepts a further key, of an organisation that has no records: it gets empty lists. */
  addOtherOrganisation(apiKey: string): void {
    this.credentials.otherKeys.add(apiKey);
  }

  /** Changes how the service behaves from now on; other options stay as they are. */
  behave(options: BehaviourOptions): void {
    this.elapse();
    Object.assign(this.service.behaviour, knownOptions(options));
  }

  /** Applies the waiting changes, and does the acts of the service, that are due by the clock, as each request does. */
  elapse(): void {
    this.service.acts.elapse();
  }

  /** Moves the emulator's clock forward, and does what is due by then. */
  advance(milliseconds: number): void {
    this.ahead += milliseconds;
    this.elapse();
  }

  /** Applies every waiting change. */
  applyWaiting(): void {
    this.service.store.deferrals.runAll();
  }

  /** The live records of all workgroups, copies. */
  workgroups(): WorkgroupRecord[] {
    return [...this.service.store.workgroups.values()].map(({ record }) => structuredClone(record));
  }

  /** Someone deletes a workgroup with everything in it. */
  deleteWorkgroup(workgroupId: string): void {
    this.service.store.workgroups.delete(workgroupId);
  }

  /** The live records of a workgroup's workspaces, copies. */
  workspaces(workgroupId: string): WorkspaceRecord[] {
    return [...this.service.store.workgroup(workgroupId).workspaces.values()].map(({ record }) => structuredClone(record));
  }

  /** The live record of a workspace, a copy; does not count as a read. */
  workspace(workgroupId: string, workspaceId: string): WorkspaceRecord {
    this.elapse();
    return structuredClone(this.service.store.workspace(workgroupId, workspaceId).record);
  }

  /** Someone changes a workspace in the console: at once, by record field, each given value replacing the old one whole. */
  changeWorkspace(workgroupId: string, workspaceId: string, patch: WorkspacePatch): void {
    const { record } = this.service.store.workspace(workgroupId, workspaceId);
    for (const [field, value] of Object.entries(structuredClone(patch))) {
      if (value === undefined) delete record[field];
      else record[field] = value;
    }
    if (!("last_modified_time" in patch)) record.last_modified_time = this.service.store.timestamp();
  }

  /** Someone deletes a workspace in the console. */
  deleteWorkspace(workgroupId: string, workspaceId: string): void {
    this.service.store.workgroup(workgroupId).workspaces.delete(workspaceId);
  }

  /** A workspace with all that belongs to it, a copy. */
  contents(workgroupId: string, workspaceId: string): WorkspaceState {
    this.elapse();
    return structuredClone(this.service.store.workspace(workgroupId, workspaceId));
  }

  /** Someone replaces what belongs to a workspace in the console. */
  changeContents(workgroupId: string, workspaceId: string, contents: Partial<WorkspaceState>): void {
    Object.assign(this.service.store.workspace(workgroupId, workspaceId), structuredClone(contents));
  }

  /** The live record of a workgroup without its lists, a copy; does not count as a read. */
  workgroup(workgroupId: string): WorkgroupRecord {
    this.elapse();
    return structuredClone(this.service.store.workgroup(workgroupId).record);
  }

  /** Someone changes a workgroup in the console: at once, by record field. */
  changeWorkgroup(workgroupId: string, patch: Partial<WorkgroupRecord>): void {
    Object.assign(this.service.store.workgroup(workgroupId).record, structuredClone(patch));
  }

  /** The live entries of a workgroup's allow list, copies, in order of creation. */
  allowedRanges(workgroupId: string): AllowedRange[] {
    this.elapse();
    return structuredClone(this.service.store.workgroup(workgroupId).allowedRanges);
  }

  /** Someone replaces the entries of an allow list in the console. */
  setAllowedRanges(workgroupId: string, ranges: readonly AllowedRange[]): void {
    this.service.store.workgroup(workgroupId).allowedRanges = structuredClone([...ranges]);
  }

  /** The live configurations of an installed add-on, copies, in order of creation. */
  configurations(installedAddonId: string): Configuration[] {
    return structuredClone(this.service.store.addon(installedAddonId).configurations);
  }

  /** The passwords of a workspace's in-database users, by name. */
  passwords(workgroupId: string, workspaceId: string): Record<string, string> {
    const { users } = this.service.store.workspace(workgroupId, workspaceId);
    return Object.fromEntries(users.map(({ username, password }) => [username, password]));
  }

  /** Sets a fault for future requests. The oldest one that matches and has times left strikes. */
  fault(fault: Fault): FaultHandle {
    return this.faults.add(fault);
  }

  /**
   * Keeps the state of the service: its options, records, waiting changes, keys, tokens, faults and journal. The returned function
   * restores them, any number of times, and ends every connection. The clock stays as it is.
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

  /** The records, options and remaining faults as text: two services with the same text act alike. Undefined while a change waits, or time alone changes something. */
  get standing(): string | undefined {
    const { store, acts } = this.service;
    return store.deferrals.size > 0 || acts.areOn
      ? undefined
      : `${store.toText()} ${JSON.stringify([this.faults.left, this.service.behaviour])}`;
  }

  /** Stops listening and ends every connection at once, even those of hanging requests. */
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

/** Starts an emulated service on 127.0.0.1; `close` ends it. Rejects if the port is taken. */
export async function startEmulator(options: EmulatorOptions = {}): Promise<Emulator> {
  // Longer than any test: an idle connection that the server drops first would look like a fault to a keep-alive client.
  const server = createServer({ keepAliveTimeout: 600_000, requestTimeout: 0, headersTimeout: 0 });
  server.listen(options.port ?? 0, "127.0.0.1");
  await once(server, "listening");
  return new Emulator(server, options);
}
