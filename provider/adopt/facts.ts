import type { Client, Listed, WorkspaceRecord } from "../../client";
import type { Code, Entry } from "./source";

/**
 * What `graphplane adopt` must know of a kind of resource: how what exists is read, and how a program declares it.
 * `Found` is one object as it was read. Each resource exports it as `adopt.ts`.
 */
export interface AdoptFacts<Found = unknown> {
  /** What its objects are called in the report, and the option that leaves them out; absent where each workspace is one. */
  readonly objects?: { readonly one: string; readonly many: string; readonly option: `no-${string}` };
  /** The arguments that `--fields` chooses among, and those that it chooses by default. */
  readonly fields?: { readonly all: readonly string[]; readonly default: readonly string[] };
  /** An argument that the service never shows: such a resource is not imported, and declared only where the stack's configuration has it. */
  readonly secret?: string;
  /** The comment above its declarations, where {@link render} writes none. */
  readonly heading?: string;
  /** Reads the objects with GETs; the reader is told what is left out, and why. */
  read?(reader: AdoptReader, account: ReadAccount): Promise<readonly Found[]>;
  /** How a program declares what was read. Pure, but for what it tells to be left out. */
  declare(found: readonly Found[], account: NamedAccount, leaveOut: LeaveOut): readonly Declarable[];
  /** The add-ons among the arguments, which the program names by constants. */
  addonsIn?(args: Values): readonly string[];
  /** The declarations in the program; by default one statement for each. */
  render?(declared: readonly Declared[], program: ProgramNames): string;
}

type Values = Readonly<Record<string, unknown>>;

/** What was read before the resources of any kind. */
export interface ReadAccount {
  readonly workgroups: readonly Listed[];
  /** Configurations of add-ons whose names the user gave. */
  readonly named: readonly { readonly addon: string; readonly name: string }[];
  /** Names of add-ons by every identifier that they are known by; whoever reads add-ons completes it. */
  readonly addons: Map<string, string>;
}

/** The account whose workspaces have names. */
export interface NamedAccount {
  readonly workgroups: readonly NamedWorkgroup[];
  /** The arguments that are chosen to be declared, of those in {@link AdoptFacts.fields}. */
  readonly fields: ReadonlySet<string>;
  /** True for a text that holds a credential in use. */
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
  /** The resource's name, or what it is made of. */
  readonly name: string | Nameable;
  /** The resource's id. */
  readonly id: string;
  /** In the order of the program. */
  readonly args: Values;
  /** What state holds beside the arguments. */
  readonly outputs?: Values;
}

/** The same once it has a name. */
export type Declared = Declarable & { readonly name: string };

/** Something to be named: by its own name, else with a qualifier before it, else with its identifier behind it. */
export interface Nameable {
  readonly name: string;
  readonly qualifier: string;
  readonly id: string;
  /** What it is called where its name holds no letter and no digit. */
  readonly kind: string;
}

/** Notes something that is not adopted, as it should be; `place` is where in it, if it is a part. */
export type LeaveOut = (what: string, why: string, place?: string) => void;

/** Asks on behalf of `graphplane adopt`, and collects what is left out and why. */
export interface AdoptReader {
  /** The client, saying what for. */
  for(operation: string): Client;
  /** Shows the user what is being read. */
  readonly tell: (doing: string) => void;
  readonly leaveOut: LeaveOut;
  /** Notes something that should have been read and was not: the rest goes on, and the command fails at its end. */
  fail(what: string, why: string): void;
  /** Notes what went wrong with a read; throws where there is no sense in going on. */
  failed(what: string, error: unknown): void;
  /** Reads all, and shows how far it is. */
  each<Item, Result>(what: string, items: readonly Item[], read: (item: Item) => Promise<Result>): Promise<Result[]>;
  /** Reads a list at each place. The first tells whether the service has the call at all, and whether the key may make it. */
  lists<Place, Found>(of: Lists<Place>, read: (place: Place, client: Client) => Promise<readonly Found[]>): Promise<Found[]>;
}

/** Lists of the same objects. */
export interface Lists<Place> {
  /** In the plural, e.g. `database users`. */
  readonly objects: string;
  readonly places: readonly Place[];
  /** The place in words, e.g. `workspace "ws"`. */
  readonly describe: (place: Place) => string;
  /** What is left out, and what to do about it, where the service does not have the call. */
  readonly lacking: string;
}

/** The program's constants, and what stands for them in code. */
export interface ProgramNames {
  readonly workgroups: readonly NamedWorkgroup[];
  /** The constant of a workgroup. */
  workgroup(id: unknown): string | undefined;
  /** The constant of an add-on; undefined where its identifier is a readable word. */
  addon(id: unknown): Code | undefined;
  /** A constant's identifier that is not taken yet, of the text's words; `kind` completes one that is no identifier. */
  take(text: string, kind: string): string;
  /** The entries of an object of arguments, in which constants stand for identifiers. */
  entries(args: Values): Entry[];
}
