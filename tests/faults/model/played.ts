import type { Account as Filled, Emulator } from "../../../testing/emulator";
import { Engine, type Outcome, type Properties, type ResourceOptions, type World } from "../../support/provider";
import { hasPendingCreation } from "../../../provider/reconcile/pending";
import { type LiveObject, type Part } from "./part";

/** One resource in one account: what the program declares of it, what its stack holds, and what may be live for that. */
export class Played {
  readonly engine: Engine;
  /** The declared arguments; undefined where the program does not declare the resource. */
  program: Map<string, unknown> | undefined;
  /** True if the program adopts what exists, where a resource can. */
  adopts = true;
  /** True once something happened that no state can hold: a change by someone else, a run that was killed. */
  unseen = false;
  /** Objects that a run made and nobody lived to write down, and those that a refresh was shown not to exist. */
  orphans = 0;
  /** True while a creation has no response. */
  isLost = false;
  /** True once a late write may have taken away a value without a trace: a field that the record does not return may be as it was. */
  isOvertaken = false;
  /** True once nobody could tell whose an object is: another one appeared, or the service gave values another form, while a creation had no response. */
  isAmbiguous = false;
  /** True once a deletion may leave what was made: by the policy, or since another name adopted it. */
  mayStay = false;
  /** True once a deletion may take what others made, by the policy. */
  mayTake = false;
  /** True once no read and no state can show the password that is set. */
  isUnreadable = false;
  /** Until when a request whose response was lost may still be acted on, by the clock. */
  lateUntil = -Infinity;
  /** True if that request is a deletion. */
  isDeletionLate = false;
  /** Objects that others made. */
  readonly foreign = new Set<string>();
  readonly imported = new Set<string>();
  /** Objects that a deletion has paused, while nobody did anything else to them. */
  readonly paused = new Set<string>();
  /** The values that an undeclared argument may have, by object. */
  private readonly allowed = new Map<string, Map<string, string[]>>();
  private readonly everDeclared = new Map<string, string[]>();
  /** The identity of each object when it was last seen. */
  private readonly identities = new Map<string, string>();
  /** True while the program declares what an import has read and nothing more: the next run finds no change. */
  private isAsImported = false;
  private names = 0;

  constructor(
    readonly part: Part,
    private readonly emulator: Emulator,
    private readonly world: World,
  ) {
    this.engine = new Engine(part.kind, world);
    for (const { id } of part.live(emulator)) this.foreign.add(id);
    this.observe();
  }

  get live(): readonly LiveObject[] {
    return this.part.live(this.emulator);
  }

  /** The arguments as the program gives them; undefined where it does not declare the resource. */
  get declared(): Properties | undefined {
    const { adopt, timeoutSeconds, ...places } = this.part.fixed(this.emulator);
    const manner = this.isAsImported ? {} : { ...(this.adopts && { adopt }), timeoutSeconds };
    return this.program && { ...places, ...manner, ...Object.fromEntries(this.program) };
  }

  /** The object that the program means. */
  get identity(): string {
    return this.identityOf(Object.fromEntries(this.program ?? []));
  }

  /** True if the state contains the object that the program means, so a read without it can be recognized as false. One that was never seen may not exist. */
  get isHeld(): boolean {
    const { identity } = this.part;
    const { inputs, outputs } = this.engine.state ?? {};
    return (
      inputs !== undefined &&
      !hasPendingCreation(outputs) &&
      (identity === undefined || this.program === undefined || inputs[identity] === this.program.get(identity))
    );
  }

  /** The objects that the resource may be, of those that are there. */
  get meant(): readonly LiveObject[] {
    const managed = this.part.managed?.(this.engine.state?.outputs ?? {});
    const there = this.live.filter(({ identity }) => identity === this.identity);
    return managed === undefined ? there : there.filter(({ id }) => id === managed);
  }

  declare(name: string, value: unknown): void {
    this.paused.clear();
    const { required, values } = this.part;
    this.isAsImported = false;
    this.program ??= new Map(required.map((one) => [one, values[one]?.[0]]));
    this.program.set(name, value);
    this.noteDeclared();
  }

  /** Takes an argument out of the program. */
  dropArgument(name: string): void {
    if (!this.part.required.includes(name)) this.program?.delete(name);
    this.noteDeclared();
  }

  /** A new name without an alias knows nothing of what is on its way under the old one: an accepted loss. */
  rename(hasAlias: boolean): void {
    if (hasAlias) {
      this.engine.rename(`it-${++this.names}`);
      return;
    }
    if (this.engine.state !== undefined && "__pending" in this.engine.state.outputs) return;
    this.engine.name = `it-${++this.names}`;
    this.isAsImported = false;
    // The new name adopts what the old one made.
    this.mayStay ||= this.part.existing === "adopted";
  }

  /** Someone changes a value of an object in the console. */
  changeInConsole(object: LiveObject, name: string, value: unknown): void {
    this.part.change?.(this.emulator, object.id, name, value);
    this.unseen = true;
    // What a POST without a response made is told by its values.
    this.isAmbiguous ||= this.isLost && !this.foreign.has(object.id);
    const known = this.allowed.get(object.id)?.get(name) ?? [];
    // A value that was declared once may still be on its way, and with it the record as it was.
    const isOnItsWay = this.emulator.standing === undefined || this.everDeclared.has(keyOf(object.identity, name));
    if (!isOnItsWay) known.length = 0;
    known.push(textOf(this.live.find(({ id }) => id === object.id)?.values[name]));
  }

  /** Someone makes an object in the console. */
  addInConsole(account: Filled, identity: string): void {
    if (this.part.existing === "adopted" && this.live.some((object) => object.identity === identity)) return;
    const before = this.live;
    this.part.add?.(account, identity);
    this.noteForeign(before);
    // An object without an id in the state is deleted by its name: a late deletion takes whichever has the name by then.
    this.mayTake ||= this.part.managed === undefined && (!this.engine.isEmpty || this.world.clock.now() < this.lateUntil);
    this.unseen = true;
    this.observe();
  }

  /** Others made what was not there before. */
  private noteForeign(before: readonly LiveObject[]): void {
    const known = new Set(before.map(({ id }) => id));
    const added = this.live.filter(({ id }) => !known.has(id));
    for (const { id } of added) this.foreign.add(id);
    const mayBeTaken = this.isLost && added.length > 0;
    this.isAmbiguous ||= mayBeTaken;
    // An equal user that is taken for the resource's own keeps the password that others set.
    this.isUnreadable ||= mayBeTaken;
  }

  /** Brings the resource to what is declared. */
  async up(options: ResourceOptions = {}): Promise<Outcome | undefined> {
    const { declared, engine } = this;
    if (declared !== undefined) return engine.up(declared, this.part.secrets, options);
    if (engine.isEmpty) return undefined;
    const policy = engine.state?.inputs["deletionPolicy"];
    const { meant } = this;
    // A change that a later one superseded may arrive last, and no state knows of it.
    const isUndone = this.world.clock.now() < this.lateUntil && !("__pending" in (engine.state?.outputs ?? {}));
    const outcome = await engine.destroy();
    if (policy === "pause" && engine.isEmpty && !isUndone) for (const { id } of meant) this.paused.add(id);
    return outcome;
  }

  /** Imports an object as it is; undefined where there is none to import, or a stack holds the resource already. */
  async import(object: LiveObject | undefined): Promise<Outcome | undefined> {
    const { part, engine } = this;
    if (object === undefined || part.importId === undefined || !engine.isEmpty || this.program !== undefined) return undefined;
    const { identity = "" } = part;
    for (const [name, value] of Object.entries({ ...object.values, [identity]: object.identity }))
      if (name in part.values && value !== "") this.declare(name, part.secrets?.includes(name) ? part.values[name]?.[0] : value);
    this.imported.add(object.id);
    this.isAsImported = true;
    // An import says whose a schedule is from now on; nothing else ever takes one over.
    this.mayTake ||= part.existing === "another";
    return engine.import(part.importId(object), this.declared ?? {}, part.secrets);
  }

  /** Another stack of the account declares the same, and is destroyed again; resolves to what that took away. */
  async letAnotherStackPass(): Promise<string[]> {
    const { part } = this;
    const defaults = Object.fromEntries(part.required.map((name) => [name, part.values[name]?.[0]]));
    const { deletionPolicy, ...args } = { ...part.fixed(this.emulator), ...defaults, ...this.declared };
    void deletionPolicy;
    for (const [name, value] of Object.entries(args)) this.noteValue(this.identityOf(args), name, value);
    const before = this.live;
    const other = new Engine(part.kind, this.world, "other");
    await other.up(args, part.secrets);
    if (!other.isEmpty) this.noteUnseen(await other.destroy());
    // Its default policy may refuse to delete what it made.
    this.noteForeign(before);
    this.unseen = true;
    this.isUnreadable = true;
    const left = new Set(this.live.map(({ id }) => id));
    return before.filter(({ id }) => !left.has(id)).map(({ identity }) => `the destroy of another stack took ${identity} away`);
  }

  /** A deletion that found nothing says that a creation may still take effect: an accepted loss. */
  noteUnseen({ lines }: Outcome): void {
    this.mayStay ||= lines.some((line) => line.includes("which an earlier POST might have created"));
    // Of what arrives when the resource is gone, its next state knows nothing.
    this.unseen ||= lines.some((line) => /no longer managed.*might still take effect/.test(line));
  }

  /** Notes what is there for the first time, and what was renamed: it keeps what was declared of it under its old name. */
  observe(): void {
    for (const { id, identity, values } of this.live) {
      const known = this.allowed.get(id) ?? new Map(Object.entries(values).map(([name, value]) => [name, [textOf(value)]]));
      const before = this.identities.get(id) ?? identity;
      if (before !== identity)
        for (const [name, texts] of known) known.set(name, [...texts, ...(this.everDeclared.get(keyOf(before, name)) ?? [])]);
      this.allowed.set(id, known);
      this.identities.set(id, identity);
    }
  }

  /** The texts of the values that an object may have where none is declared. */
  allowedFor({ id, identity }: LiveObject, name: string): readonly string[] {
    const isOthers = this.part.existing === "another" && this.foreign.has(id) && !this.imported.has(id);
    const declared = isOthers ? [] : (this.everDeclared.get(keyOf(identity, name)) ?? []);
    return [...(this.allowed.get(id)?.get(name) ?? []), ...declared];
  }

  private identityOf(args: Properties): string {
    const identity = args[this.part.identity ?? ""];
    return typeof identity === "string" ? identity : "";
  }

  private noteDeclared(): void {
    for (const [name, value] of this.program ?? []) this.noteValue(this.identity, name, value);
    const policy = this.program?.get("deletionPolicy");
    this.mayStay ||= policy === "retain" || policy === "pause" || policy === "protect";
    this.mayTake ||= policy === "delete";
  }

  private noteValue(identity: string, name: string, value: unknown): void {
    const key = keyOf(identity, name);
    this.everDeclared.set(key, [...(this.everDeclared.get(key) ?? []), textOf(value)]);
  }
}

const keyOf = (identity: string, name: string): string => `${identity} ${name}`;

/** One text for equal values. */
export function textOf(value: unknown): string {
  const sorted = (_: string, inner: unknown) =>
    typeof inner === "object" && inner !== null && !Array.isArray(inner)
      ? Object.fromEntries(Object.entries(inner).sort(([a], [b]) => (a < b ? -1 : 1)))
      : inner;
  return JSON.stringify(value, sorted) ?? "undefined";
}
