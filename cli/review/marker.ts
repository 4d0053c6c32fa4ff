import { hideCharacters } from "./escape";

/** The kind and the stack of a text that the command keeps on a host, in its last line. */
export interface Marker {
  readonly kind: "review" | "apply" | "drift";
  /** `<project>/<stack>` */
  readonly stack: string;
  /** The project's directory in the repository, or a name in its place: it tells apart projects of one name. */
  readonly folder?: string | undefined;
  readonly commit?: string | undefined;
  readonly fingerprint?: string | undefined;
  /** The digests of the changes that were applied (apply). */
  readonly applied?: string | undefined;
  /** The commit up to which everything is applied (apply). */
  readonly done?: string | undefined;
}

/** The stack and the directory by which comments are found. */
export type StackId = Required<Pick<Marker, "stack" | "folder">>;

const names = ["folder", "commit", "fingerprint", "applied", "done"] as const;
const maxName = 200;

export function markerLine({ kind, stack, ...others }: Marker): string {
  const hide = (text: string) => hideCharacters(text).slice(0, maxName);
  const words = names.flatMap((name) => {
    const value = others[name];
    if (!value) return [];
    return [`${name}=${name === "folder" || name === "commit" ? hide(value) : value}`];
  });
  return [`<!-- graphplane-${kind}`, `stack=${hide(stack)}`, ...words, "-->"].join(" ");
}

/** The marker of a text. Only its last line counts: names that anyone can choose are above it. */
export function markerOf(text: string): Marker | undefined {
  const line = text.trimEnd().split(/\r?\n/).at(-1) ?? "";
  const found = /^<!-- graphplane-(review|apply|drift) stack=(\S+)((?: [a-z]+=\S+)*) -->$/.exec(line);
  if (found === null) return undefined;
  const [, kind, stack = "", rest = ""] = found;
  const given = new Map([...rest.matchAll(/ ([a-z]+)=(\S+)/g)].map(([, name = "", value = ""]) => [name, value]));
  return { kind: kind as Marker["kind"], stack, ...Object.fromEntries(names.map((name) => [name, given.get(name)])) };
}

/** Finds a text of a kind, a stack and a folder by its marker. */
export function isMarked(kind: Marker["kind"], { stack, folder }: Pick<Marker, "stack" | "folder">) {
  const wanted = markerLine({ kind, stack, folder });
  return ({ body }: { readonly body: string }): boolean => {
    const marker = markerOf(body);
    return marker !== undefined && markerLine({ kind: marker.kind, stack: marker.stack, folder: marker.folder }) === wanted;
  };
}
