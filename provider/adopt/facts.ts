import type { Client, Listed, WorkspaceRecord } from "../../client";

/**
 * How `graphplane adopt` reads the existing objects of a kind, and how a program declares them. `Found` is one object as it
 * was read. Each resource exports its own from `adopt.ts`.
 */
export interface AdoptFacts<Found = unknown> {
  /** Its objects in the report, and the option that leaves them out; absent if each workspace is one. */
  readonly objects?: { readonly one: string; readonly many: string; readonly option: `no-${string}` };
  /** The arguments that `--fields` chooses among, and those that it chooses by default. */
  readonly fields?: { readonly all: readonly string[]; readonly default: readonly string[] };
  /** An argument that the service never shows: such resources are not imported, and declared only once the stack's configuration has it. */
  readonly secret?: string;
  /** The comment above its declarations. */
  readonly heading?: string;
  /** Reads the objects with GET requests, and reports to the reader what is left out, and why. */
  read?(reader: AdoptReader, account: ReadAccount): Promise<readonly Found[]>;
  /** Declares the objects. Pure, but for reporting what is left out. */
  declare(found: readonly Found[], account: NamedAccount, leaveOut: LeaveOut): readonly Declarable[];
  /** The add-ons in the arguments, for which the program has constants. */
  addonsIn?(args: Values): readonly string[];
  /** The kind whose resources of the same workgroup its resources depend on. */
  readonly dependsOn?: string;
}

type Values = Readonly<Record<string, unknown>>;

/** The data that is read before any resources. */
export interface ReadAccount {
  readonly workgroups: readonly Listed[];
  /** Configurations of add-ons whose names the user gave. */
  readonly named: readonly { readonly addon: string; readonly name: string }[];
  /** Names of add-ons by all of their identifiers; completed when add-ons are read. */
  readonly addons: Map<string, string>;
}

/** The account whose workspaces have names. */
export interface NamedAccount {
  readonly workgroups: readonly NamedWorkgroup[];
  /** The arguments to declare, of those in {@link AdoptFacts.fields}. */
  readonly fields: ReadonlySet<string>;
  /** Returns true for a text that contains a credential in use. */
  readonly holdsCredential: (text: string) => boolean;
}

/** A workgroup with the workspaces that are adopted. */
export interface NamedWorkgroup {
  readonly id: string;
  /** As the service shows it; may be any text. */
  readonly name: string;
  readonly workspaces: readonly NamedWorkspace[];
}

export interface NamedWorkspace {
  /** The name in the program: unique, of letters, digits, `-`, `_` and `.`. */
  readonly name: string;
  readonly id: string;
  readonly record: WorkspaceRecord;
}

/** One object as a program declares it, and as the import file holds it. */
export interface Declarable {
  /** The resource's name, or the parts from which it is made. */
  readonly name: string | Nameable;
  /** The resource's id. */
  readonly id: string;
  /** The arguments, in the order of the program. */
  readonly args: Values;
  /** The outputs in state, beside the arguments. */
  readonly outputs?: Values;
}

/** An object with its final name. */
export type Declared = Declarable & { readonly name: string };

/** The parts of a resource's name: its own name, then with a qualifier before it, then with its identifier after it. */
export interface Nameable {
  readonly name: string;
  readonly qualifier: string;
  readonly id: string;
  /** Used if its name has no letter and no digit. */
  readonly kind: string;
}

/** Reports something that is not adopted; `place` names the part, if it is one. */
export type LeaveOut = (what: string, why: string, place?: string) => void;

/** Reads for `graphplane adopt`, and collects what is left out and why. */
export interface AdoptReader {
  /** The client for an operation, which its errors name. */
  for(operation: string): Client;
  /** Shows progress to the user. */
  readonly tell: (doing: string) => void;
  readonly leaveOut: LeaveOut;
  /** Reports something that could not be read: the rest continues, and the command fails at its end. */
  fail(what: string, why: string): void;
  /** Reports a failed read; throws if nothing else can be read. */
  failed(what: string, error: unknown): void;
  /** Reads all, and shows progress. */
  each<Item, Result>(what: string, items: readonly Item[], read: (item: Item) => Promise<Result>): Promise<Result[]>;
  /** Reads a list at each place. The first shows whether the service has the call, and whether the key may make it. */
  lists<Place, Found>(of: Lists<Place>, read: (place: Place, client: Client) => Promise<readonly Found[]>): Promise<Found[]>;
}

/** Lists of the same objects. */
export interface Lists<Place> {
  /** In the plural, e.g. `database users`. */
  readonly objects: string;
  readonly places: readonly Place[];
  /** The place, e.g. `workspace "ws"`. */
  readonly describe: (place: Place) => string;
  /** The reason and the way on if the service lacks the call. */
  readonly lacking: string;
}
