import { parseJsonText } from "../wire/json";

/** Collects the identifiers of objects that a run creates, from the responses to its own requests. */
export class CreatedIdentifiers {
  /** The path of every request begins with an empty segment. */
  private readonly known = new Set([""]);
  private readonly created = new Set<string>();
  private readonly read = new Set<string>();
  private hasPosted = false;

  readonly has = (id: string): boolean => this.created.has(id);

  /** Records the Result of a GET. Comparing the lists before and after a POST reveals the created object. */
  addRead(path: readonly string[], result: unknown): void {
    const place = path.join("/");
    const isOfCreated = path.some(this.has);
    const isFirst = !this.read.has(place) && !isOfCreated;
    this.read.add(place);
    for (const id of textsIn(result, (key) => /id$/i.test(key)))
      if (isFirst || !this.hasPosted) this.known.add(id);
      else this.addCreated(id);
  }

  /** Records the Result of a POST. `sent` contains the identifiers in the request itself. */
  addCreation(sent: readonly string[], result: unknown): void {
    this.hasPosted = true;
    for (const id of textsIn(result, () => true)) if (!sent.includes(id)) this.addCreated(id);
  }

  private addCreated(id: string): void {
    if (!this.known.has(id)) this.created.add(id);
  }
}

/** Yields the strings under certain keys of a Result, which can also be JSON text or a single identifier. */
function* textsIn(value: unknown, isChosen: (key: string) => boolean, key = "id"): Generator<string> {
  const inner = parseJsonText(value);
  if (typeof inner !== "string")
    for (const [name, item] of Object.entries(inner ?? {})) yield* textsIn(item, isChosen, Array.isArray(inner) ? key : name);
  else if (isChosen(key)) yield inner;
}
