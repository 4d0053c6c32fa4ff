import { hideCharacters } from "./escape";

/** The kind and the stack of a text that the command keeps on a host, in its last line. */
export interface Marker {
  readonly kind: "review" | "apply" | "drift";
  /** `<project>/<stack>` */
  readonly stack: string;
  readonly commit?: string | undefined;
  readonly fingerprint?: string | undefined;
}

const longestStack = 200;

export function markerLine({ kind, stack, commit, fingerprint }: Marker): string {
  const words = [
    `<!-- graphplane-${kind}`,
    `stack=${hideCharacters(stack).slice(0, longestStack)}`,
    ...(commit === undefined ? [] : [`commit=${hideCharacters(commit)}`]),
    ...(fingerprint === undefined ? [] : [`fingerprint=${fingerprint}`]),
    "-->",
  ];
  return words.join(" ");
}

/** The marker of a text. Only its last line counts: names that anyone may have given are above it. */
export function markerOf(text: string): Marker | undefined {
  const line = text.trimEnd().split(/\r?\n/).at(-1) ?? "";
  const found = /^<!-- graphplane-(review|apply|drift) stack=(\S+)(?: commit=(\S+))?(?: fingerprint=(\S+))? -->$/.exec(line);
  if (found === null) return undefined;
  const [, kind, stack = "", commit, fingerprint] = found;
  return { kind: kind as Marker["kind"], stack, commit, fingerprint };
}

/** Finds a text of a kind and a stack by its marker. */
export function isMarked(kind: Marker["kind"], stack: string): (text: { readonly body: string }) => boolean {
  const wanted = markerLine({ kind, stack });
  return ({ body }) => {
    const marker = markerOf(body);
    return marker !== undefined && markerLine({ kind: marker.kind, stack: marker.stack }) === wanted;
  };
}
