import { type WorkgroupId, type Workgroups, workgroups } from "./api/workgroups";
import { type WorkspaceId, type Workspaces, workspaces } from "./api/workspaces";
import type { WorkgroupRecord } from "./api/records";
import { type CallContext, controlPlane } from "./call";
import { type Clock, systemClock } from "./clock";
import { redactor } from "./redact";
import { Records } from "./records";
import { isServiceError, type Purpose } from "./errors";
import { type ClientSettings, resolveSettings } from "./settings";
import { Transport } from "./transport";

export type { WorkgroupId, Workgroups } from "./api/workgroups";
export type { WorkspaceId, Workspaces, WorkspaceUpdate } from "./api/workspaces";
export type { AddonEntry, DatabaseRecord, WorkgroupRecord, WorkspaceRecord } from "./api/records";
export type { CallContext } from "./call";
export { type Clock, systemClock } from "./clock";
export {
  type ErrorDetail,
  type ErrorType,
  type Failure,
  InputError,
  isServiceError,
  type Outcome,
  type Purpose,
  ServiceError,
} from "./errors";
export { type ClientSettings, type SettingProblem, SettingsError } from "./settings";

/** What a client takes from outside, all with a default. */
export interface ClientEnvironment {
  /** @default the machine's clock */
  readonly clock?: Clock;
  /** A number from 0 up to 1, for the jitter of pauses. @default Math.random */
  readonly random?: () => number;
  /** Gets a line for each attempt. @default stderr when `GRAPHPLANE_LOG=debug`, else nothing */
  readonly debug?: (line: string) => void;
}

/** How fresh a shared record must be. */
export interface Freshness {
  /** The workspace whose writes the record must show. */
  readonly workspaceID?: string;
  /** Whether only a record that is not answered yet will do (a poll). */
  readonly now?: boolean;
}

/** The typed client of the service, in wire names. Every call rejects with a {@link ServiceError} or an {@link InputError}. */
export interface Client {
  readonly workgroups: Workgroups;
  readonly workspaces: Workspaces;
  /** A workgroup's record that may be shared with other askers: requests are joined, answers kept for seconds, never across a write. */
  sharedWorkgroup(id: WorkgroupId, freshness?: Freshness): Promise<WorkgroupRecord>;
  /** The text without the credential and the context's secrets, in any spelling. */
  redact(text: string): string;
  /** The same client, connections and shared records, speaking on the given behalf. */
  during(context: CallContext): Client;
}

/** Makes a client; throws a `SettingsError` that names every setting that is missing or malformed. No request is sent. */
export function createClient(settings: Partial<ClientSettings>, environment: ClientEnvironment = {}): Client {
  const resolved = resolveSettings(settings);
  const { clock = systemClock, random = Math.random, debug = debugFromEnvironment() } = environment;
  const transport = new Transport({ settings: resolved, clock, random, debug });
  const records = new Records(clock);

  const bind = (given: CallContext): Client => {
    const redact = redactor([resolved.apiKey, ...(given.secrets ?? [])]);
    const context = { ...given, purpose: given.purpose && withoutSecrets(given.purpose, redact) };
    const call = controlPlane(transport, resolved.baseUrl, resolved.apiKey, context);
    const plain = { workgroups: workgroups(call), workspaces: workspaces(call) };
    // A shared read outlives the asker that began it, as long as another waits for it.
    const ask = (id: WorkgroupId) => (signal: AbortSignal) =>
      workgroups(controlPlane(transport, resolved.baseUrl, resolved.apiKey, { ...context, signal })).get(id);
    return {
      ...plain,
      workspaces: remembered(plain.workspaces, records),
      sharedWorkgroup: async (id, freshness) => {
        try {
          return await records.get(id.workgroupID, ask(id), freshness, context.signal);
        } catch (error) {
          // Given up before the answer: the own call says so, and sends nothing.
          if (context.signal?.aborted === true) return plain.workgroups.get(id);
          throw isServiceError(error) && context.purpose !== undefined ? error.onBehalfOf(context.purpose) : error;
        }
      },
      redact,
      during: bind,
    };
  };
  return bind({});
}

/** A key that was pasted where an id belongs is not told by the object's name either. */
function withoutSecrets(purpose: Purpose, redact: (text: string) => string): Purpose {
  return purpose.object === undefined ? purpose : { ...purpose, object: redact(purpose.object) };
}

/** The same calls, each write noted, so that no record from before it is taken for one from after it. */
function remembered(calls: Workspaces, records: Records): Workspaces {
  return {
    update: (id: WorkspaceId, body) => records.writing(id, () => calls.update(id, body)),
    delete: (id: WorkspaceId) => records.writing(id, () => calls.delete(id)),
  };
}

function debugFromEnvironment(): ((line: string) => void) | undefined {
  return process.env["GRAPHPLANE_LOG"] === "debug" ? (line) => process.stderr.write(`${line}\n`) : undefined;
}
