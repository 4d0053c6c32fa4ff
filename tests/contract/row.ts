import type { Emulator, EmulatorOptions } from "../../testing/emulator";
import type { Properties } from "../support/provider";
import type { Fixture } from "../support/tried-service";

/** A resource in the contract suite: what the columns need to try it and its description does not state. */

/** The fixture of a cell, or why its column does not apply to the resource. */
export type Cell<T> = T | { readonly none: string };

export type Endpoint = number | string;
type Values = Readonly<Record<string, unknown>>;

export interface Row {
  readonly kind: string;
  readonly service: EmulatorOptions;
  /** The arguments with which it is declared first. */
  readonly program: (fixture: Fixture) => Properties;
  /** The arguments that a change lays over them, and the request that sends it. */
  readonly change: Properties;
  readonly changedBy: Endpoint;
  /** The request that makes or adopts it, the one that shows it, and the one that its deletion sends. */
  readonly createdBy: Endpoint;
  readonly shownBy: Cell<Endpoint>;
  /** The request by which a new one is looked for, if another one shows it. */
  readonly lookedForBy?: Endpoint;
  readonly removedBy: Cell<Endpoint>;
  /** True if an update needs no read of the object. */
  readonly updatesUnread?: true;
  /** The policy by which a deletion takes away what was made or set. */
  readonly removal: Properties;
  /** Every object of its kind that the service holds, with what a change changes: what was there before aside. */
  readonly live: (emulator: Emulator) => readonly unknown[];
  readonly cells: Cells;
}

/** The cells, by column. */
export interface Cells {
  readonly emptyRead: Cell<EmptyRead>;
  readonly gone: Cell<Gone>;
  /** The object that a creation makes, told apart from another one. */
  readonly makes: Cell<MadeObject>;
  /** A program, and a record as a service shows it that writes its values in another form. */
  readonly rewritten: Cell<{ readonly program: Properties; readonly show: (record: Values) => Values }>;
  /** Adds what someone else makes meanwhile, and finds it. */
  readonly foreign: Cell<{ readonly add: (emulator: Emulator) => void; readonly isThere: (emulator: Emulator) => boolean }>;
  /** Two values, which the program declares in turn. */
  readonly laggingReads: Cell<readonly [first: Properties, second: Properties]>;
  readonly hiddenParts: Cell<readonly HiddenPart[]>;
  readonly undeclaredSecrets: Cell<UndeclaredSecrets>;
  /** The object as others may have made it; none for a run, which leaves no object behind. */
  readonly owner: Cell<Owned>;
  /** A third value of what a change changes. */
  readonly overwritten: Cell<Properties>;
  /** An argument that the program may keep secret. */
  readonly secretArgument: Cell<string>;
  readonly unfulfilled: Cell<readonly ("creation" | "update" | "deletion")[]>;
  /** Arguments of the same object in other forms, and of other objects: only operations on the same one wait for each other. */
  readonly turns: Cell<{ readonly same: Properties; readonly others: readonly Properties[] }>;
}

/** Results of a read by name, each made of the true one. */
export type Results = Readonly<Record<string, (result: unknown) => unknown>>;

export interface EmptyRead {
  /** Results that show nothing where the object was, by name: the refusal names the way on. */
  readonly nothing: Results;
  /** Results of another shape, by name: they are refused as such. */
  readonly otherShapes: Results;
  /** Puts values there that the program does not declare, and reads them. */
  readonly undeclared: Cell<{ readonly put: (emulator: Emulator) => void; readonly read: (emulator: Emulator) => unknown }>;
}

export interface Gone {
  /** Takes the object away in the console. */
  readonly take: (emulator: Emulator) => void;
  /** The requests that show what holds it: without them an empty list says nothing. By default that of the workgroup. */
  readonly parents?: readonly Endpoint[];
  /** True if reads prove a deletion, since the response to it does not. */
  readonly isWaitedFor?: true;
}

export interface MadeObject {
  /** Arguments of another object. */
  readonly other: Properties;
  /** False if two may be equal, so that nothing tells them apart. */
  readonly isDistinct?: false;
  /** True if runs list other objects of its name, which two stacks may have made at once. */
  readonly namesOthers?: true;
  /** True if the policy "pause" pauses what is made. */
  readonly pauses?: true;
}

export interface HiddenPart {
  readonly name: string;
  /** The record as the service shows it. */
  readonly show: (record: Values) => object;
  /** The part that the error names. */
  readonly field: RegExp;
  /** Arguments laid over the program, and another change than that of the row. */
  readonly program?: Properties;
  readonly change?: Properties;
}

/** Values that no program declares. */
export type Planted = Readonly<Record<"registration_token" | "secret_access_key", string>>;

export interface UndeclaredSecrets {
  /** Puts them into what is live; called before there is an object and after. */
  readonly plant: (fixture: Fixture, values: Planted) => void;
  /** Arguments that the case needs beside the program's. */
  readonly more?: Properties;
  /** The reason why the state contains them all the same. */
  readonly takenOver?: string;
}

export interface Owned {
  /** Makes the object in the console as the program declares it. */
  readonly make: (fixture: Fixture) => void;
  /** Arguments by which the program adopts it, or why it never does. */
  readonly adoption: Cell<Properties>;
  /** Arguments that an adoption cannot change, with a value for each. */
  readonly fixed?: Properties;
  /** True if a created object is deleted by default. The preview says that an adopted one is not. */
  readonly deletedByDefault: boolean;
  /** The id by which the plugin imports it. */
  readonly importId: string | ((emulator: Emulator) => string);
}

export const applies = <T>(cell: Cell<T>): cell is T => typeof cell !== "object" || cell === null || !("none" in cell);

/** The fixture of a cell that applies to every resource to which the caller's column applies. */
export function required<T>(cell: Cell<T>): T {
  if (!applies(cell)) throw new Error(`a cell applies that another one needs: ${cell.none}`);
  return cell;
}

/** The same Result with every record in it changed: of a list, of a workgroup's workspaces, or the one record that it is. */
export function mapRecords(result: unknown, change: (record: Values) => unknown): unknown {
  if (Array.isArray(result)) return result.map(change);
  const { workspaces, ...workgroup } = result as { readonly workspaces?: readonly Values[] };
  return workspaces === undefined ? change(workgroup) : { ...workgroup, workspaces: workspaces.map(change) };
}
