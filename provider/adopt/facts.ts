import type { Listed, WorkspaceRecord } from "../../client";
import type { Values } from "../values/json";
import type { LeaveOut, Reader } from "./reader";

/**
 * The facts that `graphplane adopt` needs about a kind of resource: how to read the existing objects, and how to declare them.
 * `Found` is one object as it was read. Each resource exports its facts from `adopt.ts`.
 */
export interface AdoptFacts<Found = unknown> {
  /** The objects' name in the report, and the option that leaves them out; absent if each workspace is one. */
  readonly objects?: { readonly one: string; readonly many: string; readonly option: `no-${string}` };
  /** The arguments that `--fields` chooses among, and its default choice. */
  readonly fields?: { readonly all: readonly string[]; readonly default: readonly string[] };
  /** An argument that the service never shows: such a resource is not imported, and is declared only if the stack's configuration has it. */
  readonly secret?: string;
  /** The comment above the declarations; may have several lines. */
  readonly heading: string;
  /** The kind whose resources of the same workgroup are made first, and the word that completes the names of their constants. */
  readonly dependsOn?: { readonly kind: string; readonly called: string };
  /** Reads the objects with GET requests, and reports to the reader any that are left out. */
  read?(reader: Reader, account: ReadAccount): Promise<readonly Found[]>;
  /** The workspace whose size the object sets, as `<workgroup>/<workspace>`; undefined if it sets none. */
  resizes?(found: Found): string | undefined;
  /** The declarations of the objects, undefined for one that it reports as left out. Otherwise pure. */
  declare(found: readonly Found[], account: NamedAccount, leaveOut: LeaveOut): readonly (Declarable | undefined)[];
}

/** The parts of the account that are read before the resources of any kind. */
export interface ReadAccount {
  readonly workgroups: readonly Listed[];
  readonly named: readonly { readonly addon: string; readonly name: string }[];
  /** Names of add-ons by each of their identifiers; reading the add-ons adds to it. */
  readonly addons: Map<string, string>;
}

/** The account whose workspaces have names. */
export interface NamedAccount {
  readonly workgroups: readonly NamedWorkgroup[];
  /** The arguments that are chosen to be declared, of those in {@link AdoptFacts.fields}. */
  readonly fields: ReadonlySet<string>;
  /** The workspaces that another object resizes, as {@link AdoptFacts.resizes} returns them. */
  readonly resized: ReadonlySet<string>;
  /** Returns true if the text contains a credential in use. */
  readonly holdsCredential: (text: string) => boolean;
}

/** A workgroup with the workspaces that are adopted. */
export interface NamedWorkgroup {
  readonly id: string;
  /** As the service shows it; may be any text. */
  readonly name: string;
  readonly workspaces: readonly NamedWorkspace[];
}

interface NamedWorkspace {
  /** The name in the program: unique, of letters, digits, `-`, `_` and `.`. */
  readonly name: string;
  readonly id: string;
  readonly record: WorkspaceRecord;
}

/** One object, for the program and for the import file. */
export interface Declarable {
  /** The resource's name, or the parts to make it of. */
  readonly name: string | Nameable;
  readonly id: string;
  /** In the order of the program. */
  readonly args: Values;
  /** The outputs in state, besides the arguments. */
  readonly outputs?: Values;
}

export type Declared = Declarable & { readonly name: string };

/** The parts of a name: the object's own name; a qualifier before it, if that is taken; its identifier after it, if that is taken too. */
export interface Nameable {
  readonly name: string;
  readonly qualifier: string;
  readonly id: string;
  /** The word that replaces a name without letters and digits. */
  readonly kind: string;
}
