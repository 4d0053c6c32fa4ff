import type { Listed, WorkspaceRecord } from "../../client";
import type { Values } from "../values/json";
import type { LeaveOut, Reader } from "./reader";

/** Reads and declares the existing objects of a kind for `graphplane adopt`. `Found` is an existing object. */
export interface AdoptFacts<Found = unknown> {
  /** The name of the objects in the report, which is also the option that skips them; undefined if each workspace is an object. */
  readonly objects?: { readonly one: string; readonly many: string; readonly option: `no-${string}` };
  /** The arguments that `--fields` accepts, and the default. */
  readonly fields?: { readonly all: readonly string[]; readonly default: readonly string[] };
  /** An argument that the service never returns. The resource is not imported. It is declared only if the stack configuration contains the argument. */
  readonly secret?: string;
  /** The comment above the declarations, which can have several lines. */
  readonly heading: string;
  /** The kind whose resources of the same workgroup must be created first, and the suffix of their constants. */
  readonly dependsOn?: { readonly kind: string; readonly called: string };
  /** Reads the objects, using only GET requests. Reports skipped objects to the reader. */
  read?(reader: Reader, account: ReadAccount): Promise<readonly Found[]>;
  /** Returns the workspace that the object resizes, as `<workgroup>/<workspace>`; undefined if it resizes none. */
  resizes?(found: Found): string | undefined;
  /** Declares the objects. Undefined for an object that is skipped and reported. Otherwise pure. */
  declare(found: readonly Found[], account: NamedAccount, leaveOut: LeaveOut): readonly (Declarable | undefined)[];
}

/** The parts of the account that are read first, before the objects of each kind. */
export interface ReadAccount {
  readonly workgroups: readonly Listed[];
  readonly named: readonly { readonly addon: string; readonly name: string }[];
  /** The names of add-ons, keyed by each of their identifiers. Empty until the add-ons are read. */
  readonly addons: Map<string, string>;
}

/** The account, with the names that the workspaces have in the program. */
export interface NamedAccount {
  readonly workgroups: readonly NamedWorkgroup[];
  /** The selected arguments of {@link AdoptFacts.fields}. */
  readonly fields: ReadonlySet<string>;
  /** The workspaces that other objects resize, in the format of {@link AdoptFacts.resizes}. */
  readonly resized: ReadonlySet<string>;
  readonly holdsCredential: (text: string) => boolean;
}

export interface NamedWorkgroup {
  readonly id: string;
  /** The name on the service, which can be any string. */
  readonly name: string;
  readonly workspaces: readonly NamedWorkspace[];
}

interface NamedWorkspace {
  /** The unique name in the program, which consists of letters, digits, `-`, `_` and `.`. */
  readonly name: string;
  readonly id: string;
  readonly record: WorkspaceRecord;
}

/** An object to write to the program and the import file. */
export interface Declarable {
  /** The name of the resource, or the parts to build it from. */
  readonly name: string | Nameable;
  readonly id: string;
  /** The arguments, in the order in which the program declares them. */
  readonly args: Values;
  /** The outputs in the state that are not arguments. */
  readonly outputs?: Values;
}

export type Declared = Declarable & { readonly name: string };

/** The parts from which a resource's name is built. */
export interface Nameable {
  /** The name of the object. */
  readonly name: string;
  /** Prepended if the name is already in use. */
  readonly qualifier: string;
  /** Appended if the qualified name is in use as well. */
  readonly id: string;
  /** Used instead of a name without letters or digits. */
  readonly kind: string;
}
