import type { Client, WorkspaceRecord } from "../../client";
import { type ErrorType, ServiceError } from "../../client/http/errors";
import type { AdoptFacts, Declarable, NamedAccount, NamedWorkgroup } from "../../provider/adopt/facts";
import { type Omission, Reader } from "../../provider/adopt/reader";

/** A reader of a service whose client has the given calls; `progress` is what it reports. */
export function readerOf(
  calls: object,
  stopped = new AbortController().signal,
): { readonly reader: Reader; readonly progress: readonly string[] } {
  const progress: string[] = [];
  const client = { ...calls, withContext: () => client };
  return { reader: new Reader(client as unknown as Client, stopped, (doing) => void progress.push(doing)), progress };
}

/** The response of a service that refuses a read with a status. */
export function refusal(status: number, type: ErrorType = status === 401 ? "Unauthorized" : "Unknown", more = {}): ServiceError {
  return new ServiceError({ outcome: "refused", summary: `returned ${status}`, status, type, ...more }, "GET", "/p", 1, {
    kind: "adopt",
    operation: "reading",
  });
}

/** A workgroup with one workspace of the given record. */
export function groupOf(id: string, record: Partial<WorkspaceRecord> = {}): NamedWorkgroup {
  return { id, name: `group ${id}`, workspaces: [{ name: `main of ${id}`, id: "ws", record: { workspace_id: "ws", ...record } }] };
}

/** The declarations and omissions of an account in which the texts with `the-key` hold a credential. */
export function declare<Found>(
  facts: Pick<AdoptFacts<Found>, "declare" | "fields">,
  found: readonly Found[],
  account: Partial<NamedAccount> = {},
) {
  const { reader } = readerOf({});
  const whole: NamedAccount = {
    workgroups: [groupOf("wg"), groupOf("other")],
    fields: new Set(facts.fields?.all),
    resized: new Set(),
    holdsCredential: (text) => text.includes("the-key"),
    ...account,
  };
  const declared: readonly Declarable[] = facts.declare(found, whole, reader.leaveOut).filter((one) => one !== undefined);
  return { declared, leftOut: reader.leftOut.map(shown) };
}

/** An omission as the report shows it. */
export const shown = ({ what, place, why }: Omission): string => `${place === undefined ? what : `${what}, ${place}`}: ${why}`;
