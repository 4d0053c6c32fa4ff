import type { Emulator, EmulatorOptions } from "../../testing/emulator";
import type { Fixture } from "../support/tried-service";
import type { Properties } from "../support/provider";

/** A resource in the contract suite: data and small functions, by which every column tries it. */

/** The fixture of a cell, or why its column does not apply to the resource. */
export type Cell<T> = T | { readonly none: string };

type Endpoint = number | string;
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
  /** Operations that wait for one another, or why none do. */
  readonly turns: Cell<Turns>;
  /** The policy by which a deletion takes away what was made or set. */
  readonly removal: Properties;
  /** Every object of its kind that the service holds, as declared: what was there before aside. */
  readonly live: (emulator: Emulator) => readonly unknown[];
  readonly cells: Cells;
}

export interface Turns {
  /** Arguments of the same object, in other forms. */
  readonly same: Properties;
  /** Arguments of other objects. */
  readonly others: readonly Properties[];
}

/** The cells, by column. */
export interface Cells {
  readonly emptyRead: Cell<EmptyRead>;
  readonly gone: Cell<Gone>;
  readonly lostCreation: Cell<LostCreation>;
  readonly madeTwice: Cell<MadeTwice>;
  readonly onItsWay: Cell<OnItsWay>;
  readonly laggingReads: Cell<LaggingReads>;
  readonly hiddenParts: Cell<readonly HiddenPart[]>;
  readonly undeclaredSecrets: Cell<UndeclaredSecrets>;
  readonly owner: Cell<Owned>;
  readonly otherService: Cell<OtherService>;
  /** A third value of what a change changes. */
  readonly overwritten: Cell<Properties>;
  readonly previews: Previews;
  readonly secretArguments: Cell<SecretArgument>;
  readonly unfulfilled: Cell<readonly ("creation" | "update" | "deletion")[]>;
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
  /** The requests that show what holds it: without them an empty list says nothing. */
  readonly parents: readonly Endpoint[];
  /** A wait for the end of a deletion, or why its answer proves it. */
  readonly waits: Cell<object>;
}

export interface LostCreation {
  /** Arguments of another object, and what is live where the program declares it in place of the first one. */
  readonly makes: Cell<MadeObject>;
  /** True if the policy "pause" pauses what is made. */
  readonly pauses?: true;
}

interface MadeObject {
  readonly other: Properties;
  readonly otherLive: readonly unknown[];
  /** False if two may be equal, so that nothing tells them apart. */
  readonly isDistinct?: false;
  /** True if runs list other objects of its name, which two stacks may have made at once. */
  readonly namesOthers?: true;
}

export interface MadeTwice {
  /** A program, and the list as a service shows it that writes its values in another form. */
  readonly rewritten: Cell<{ readonly program: Properties; readonly show: (one: Values) => Values }>;
  /** Adds what someone else makes meanwhile, and finds it. */
  readonly foreign: Cell<{ readonly add: (emulator: Emulator) => void; readonly isThere: (emulator: Emulator) => boolean }>;
}

export interface OnItsWay {
  /** The argument that changes, where the program may drop it. */
  readonly dropped: Cell<string>;
  /** Returns true if the first value is in effect. */
  readonly isFirst: (emulator: Emulator) => boolean;
}

export interface LaggingReads {
  /** The two values in turn. */
  readonly first: Properties;
  readonly second: Properties;
  readonly isFirst: (emulator: Emulator) => boolean;
}

export interface HiddenPart {
  readonly name: string;
  readonly program: Properties;
  readonly change: Properties;
  /** The Result of the read as the service shows it. */
  readonly show: (result: unknown) => unknown;
  /** The part that the error names. */
  readonly field: RegExp;
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
  /** A second declaration of the object under another name, or why that is another object. */
  readonly renamed: Cell<Properties>;
}

export interface OtherService {
  /** True if the deletion sends nothing, so it succeeds. */
  readonly silentDeletion: boolean;
}

export interface Previews {
  /** A change of which the service learns nothing. */
  readonly local: Properties;
  /** Arguments that need another object. */
  readonly replaced: Cell<Properties>;
  /** True if a replacement in place creates a second object, false if it takes over the existing one. */
  readonly makesAnother: boolean;
}

export interface SecretArgument {
  readonly argument: string;
  /** The argument with a secret in it. */
  readonly valueOf: (secret: string) => unknown;
}

export function applies<T>(cell: Cell<T>): cell is T {
  return typeof cell !== "object" || cell === null || !("none" in cell);
}
