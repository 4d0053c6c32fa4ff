import type { Listed, WorkspaceRecord } from "../../client";
import type { Values } from "../values/json";
import type { LeaveOut, Reader } from "./reader";

/**
 * The facts that `graphplane adopt` needs about a kind of resource: how to read the existing objects, and how to declare them.
 * `Found` is one existing object. Each resource exports its facts from `adopt.ts`.
 */
export interface AdoptFacts<Found = unknown> {
  /** The name of the objects in the report, and the option that skips them; absent if each workspace is one object. */
  readonly objects?: { readonly one: string; readonly many: string; readonly option: `no-${string}` };
  /** The arguments that `--fields` chooses among, and its default choice. */
  readonly fields?: { readonly all: readonly string[]; readonly default: readonly string[] };
  /** An argument that the service never returns: the resource is not imported, and is declared only if the stack configuration contains the argument. */
  readonly secret?: string;
  /** The comment above the declarations, of one or more lines. */
  readonly heading: string;
  /** The kind whose resources of the same workgroup are created first, and the suffix of their constants. */
  readonly dependsOn?: { readonly kind: string; readonly called: string };
  /** Reads the objects with GET requests, and reports skipped objects to the reader. */
  read?(reader: Reader, account: ReadAccount): Promise<readonly Found[]>;
  /** Returns the workspace whose size the object sets, as `<workgroup>/<workspace>`, if any. */
  resizes?(found: Found): string | undefined;
  /** Declares the objects; undefined for an object that it reports as skipped. Otherwise pure. */
  declare(found: readonly Found[], account: NamedAccount, leaveOut: LeaveOut): readonly (Declarable | undefined)[];
}

/** The parts of the account that are read first, for all kinds. */
export interface ReadAccount {
  readonly workgroups: readonly Listed[];
  readonly named: readonly { readonly addon: string; readonly name: string }[];
  /** Names of add-ons by each of their identifiers; filled when the add-ons are read. */
  readonly addons: Map<string, string>;
}

/** The account, with the workspaces under their names in the program. */
export interface NamedAccount {
  readonly workgroups: readonly NamedWorkgroup[];
  /** The chosen arguments of {@link AdoptFacts.fields}. */
  readonly fields: ReadonlySet<string>;
  /** The workspaces that another object resizes, as {@link AdoptFacts.resizes} returns them. */
  readonly resized: ReadonlySet<string>;
  readonly holdsCredential: (text: string) => boolean;
}

export interface NamedWorkgroup {
  readonly id: string;
  /** The name in the service; can be any string. */
  readonly name: string;
  readonly workspaces: readonly NamedWorkspace[];
}

interface NamedWorkspace {
  /** The unique name in the program, with only letters, digits, `-`, `_` and `.`. */
  readonly name: string;
  readonly id: string;
  readonly record: WorkspaceRecord;
}

/** One object, for the program and for the import file. */
export interface Declarable {
  /** The resource's name, or the parts to build it from. */
  readonly name: string | Nameable;
  readonly id: string;
  /** The arguments, in the order in which the program lists them. */
  readonly args: Values;
  /** The outputs in state, besides the arguments. */
  readonly outputs?: Values;
}

export type Declared = Declarable & { readonly name: string };

/** The parts of a name: the object's name, a qualifier to put before it if that name is taken, and the identifier to put after it if that one is taken too. */
export interface Nameable {
  readonly name: string;
  readonly qualifier: string;
  readonly id: string;
  /** The replacement for a name without letters and digits. */
  readonly kind: string;
}
