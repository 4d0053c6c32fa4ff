import { hideCharacters } from "./escape";

/** The last line of a comment or an issue. It identifies the kind and the stack, so that later runs can find the comment. */
export interface Marker {
  readonly kind: "review" | "apply" | "drift";
  /** `<project>/<stack>` */
  readonly stack: string;
  /** The project's directory in the repository, or the name that replaces it. It distinguishes projects with the same name. */
  readonly folder?: string | undefined;
  readonly commit?: string | undefined;
  readonly fingerprint?: string | undefined;
  /** Only in `apply` comments: the digests of the applied changes. */
  readonly applied?: string | undefined;
  /** Only in `apply` comments: the last commit whose changes have all been applied. */
  readonly done?: string | undefined;
}

/** The properties that identify a stack's comments. */
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

/** Parses the marker in the last line of the text. Other lines are ignored, because they can contain user-chosen names. */
export function markerOf(text: string): Marker | undefined {
  const line = text.trimEnd().split(/\r?\n/).at(-1) ?? "";
  const found = /^<!-- graphplane-(review|apply|drift) stack=(\S+)((?: [a-z]+=\S+)*) -->$/.exec(line);
  if (found === null) return undefined;
  const [, kind, stack = "", rest = ""] = found;
  const given = new Map([...rest.matchAll(/ ([a-z]+)=(\S+)/g)].map(([, name = "", value = ""]) => [name, value]));
  return { kind: kind as Marker["kind"], stack, ...Object.fromEntries(names.map((name) => [name, given.get(name)])) };
}

/** Returns a predicate for comments whose marker has the given kind, stack and folder. */
export function isMarked(kind: Marker["kind"], { stack, folder }: Pick<Marker, "stack" | "folder">) {
  const wanted = markerLine({ kind, stack, folder });
  return ({ body }: { readonly body: string }): boolean => {
    const marker = markerOf(body);
    return marker !== undefined && markerLine({ kind: marker.kind, stack: marker.stack, folder: marker.folder }) === wanted;
  };
}
