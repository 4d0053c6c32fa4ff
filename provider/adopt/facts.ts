import type { Listed, WorkspaceRecord } from "../../client";
import type { Values } from "../values/json";
import type { LeaveOut, Reader } from "./reader";

/** Reads the existing objects of a kind, and declares them, for `graphplane adopt`. `Found` is one existing object. */
export interface AdoptFacts<Found = unknown> {
  /** The name of the objects in the report, and the option that skips them; absent if each workspace is an object. */
  readonly objects?: { readonly one: string; readonly many: string; readonly option: `no-${string}` };
  /** The arguments that `--fields` accepts, and its default. */
  readonly fields?: { readonly all: readonly string[]; readonly default: readonly string[] };
  /** An argument that the service never returns. The resource is not imported, and is declared only if the stack configuration contains the argument. */
  readonly secret?: string;
  /** The comment above the declarations, of one or more lines. */
  readonly heading: string;
  /** The kind whose resources of the same workgroup are created first, and the suffix of their constants. */
  readonly dependsOn?: { readonly kind: string; readonly called: string };
  /** Reads the objects, only with GET requests, and reports skipped objects to the reader. */
  read?(reader: Reader, account: ReadAccount): Promise<readonly Found[]>;
  /** Returns the workspace that the object resizes, as `<workgroup>/<workspace>`, if any. */
  resizes?(found: Found): string | undefined;
  /** Declares the objects; undefined for an object that it reports as skipped. Otherwise pure. */
  declare(found: readonly Found[], account: NamedAccount, leaveOut: LeaveOut): readonly (Declarable | undefined)[];
}

/** The parts of the account that are read before the objects of each kind. */
export interface ReadAccount {
  readonly workgroups: readonly Listed[];
  readonly named: readonly { readonly addon: string; readonly name: string }[];
  /** Names of add-ons, keyed by each of their identifiers; empty until the add-ons are read. */
  readonly addons: Map<string, string>;
}

/** The account, with the names of the workspaces in the program. */
export interface NamedAccount {
  readonly workgroups: readonly NamedWorkgroup[];
  /** The selected arguments of {@link AdoptFacts.fields}. */
  readonly fields: ReadonlySet<string>;
  /** The workspaces that other objects resize, as {@link AdoptFacts.resizes} returns them. */
  readonly resized: ReadonlySet<string>;
  readonly holdsCredential: (text: string) => boolean;
}

export interface NamedWorkgroup {
  readonly id: string;
  /** The name in the service, which can be any string. */
  readonly name: string;
  readonly workspaces: readonly NamedWorkspace[];
}

interface NamedWorkspace {
  /** The unique name in the program, with only letters, digits, `-`, `_` and `.`. */
  readonly name: string;
  readonly id: string;
  readonly record: WorkspaceRecord;
}

/** An object for the program and the import file. */
export interface Declarable {
  /** The resource's name, or its parts. */
  readonly name: string | Nameable;
  readonly id: string;
  /** The arguments, in the order of the program. */
  readonly args: Values;
  /** The outputs in the state, without the arguments. */
  readonly outputs?: Values;
}

export type Declared = Declarable & { readonly name: string };

/** The parts of a resource's name. */
export interface Nameable {
  /** The object's name. */
  readonly name: string;
  /** Precedes the name if that name is already in use. */
  readonly qualifier: string;
  /** Follows the name if the qualified name is also in use. */
  readonly id: string;
  /** Replaces a name without letters and digits. */
  readonly kind: string;
}
