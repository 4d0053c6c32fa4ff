import { isMarked, type Marker, markerLine, markerOf } from "../../../../cli/review/marker";
import { fc } from "../../../support/random";

const whole: Marker = {
  kind: "apply",
  stack: "movies/dev",
  folder: "infra/movies",
  commit: "4f2a9c1d3e",
  fingerprint: `2.${"0".repeat(32)}.Aa_-`,
  applied: "Aa_-",
  done: "5b6a7c8d9e",
};

test.each<[string, Marker, string]>([
  [
    "everything",
    whole,
    `<!-- graphplane-apply stack=movies/dev folder=infra/movies commit=4f2a9c1d3e fingerprint=2.${"0".repeat(32)}.Aa_- applied=Aa_- done=5b6a7c8d9e -->`,
  ],
  ["a kind and a stack", { kind: "drift", stack: "movies/dev" }, "<!-- graphplane-drift stack=movies/dev -->"],
  ["the repository's root", { kind: "review", stack: "movies/dev", folder: "" }, "<!-- graphplane-review stack=movies/dev -->"],
])("a marker with %s is one line, and is read again", (_, marker, line) => {
  expect(markerLine(marker)).toBe(line);
  const { kind, stack, folder, commit, fingerprint, applied, done } = marker;
  expect(markerOf(`text\n\n${line}\n`)).toEqual({ kind, stack, folder: folder || undefined, commit, fingerprint, applied, done });
});

test.each([
  ["above the last line", `${markerLine(whole)}\nmore`],
  ["with a text before it", `x ${markerLine(whole)}`],
  ["with a text after it", `${markerLine(whole)} x`],
  ["of another kind", markerLine(whole).replace("apply", "merge")],
  ["without a stack", "<!-- graphplane-review -->"],
  ["with an empty value", "<!-- graphplane-review stack=a/b commit= -->"],
  ["with two comments", "<!-- graphplane-review stack=a/b --><!-- -->"],
])("a line %s is no marker", (_, text) => expect(markerOf(text)).toBeUndefined());

test("no name of a project, a folder or a commit makes another marker", () => {
  const forged = fc.constantFrom(
    " fingerprint=2.0",
    " -->",
    "\n",
    "<!-- graphplane-apply stack=a/b -->",
    " done=abc",
    " applied=A",
    "--",
    "/",
    "é",
    "x",
  );
  const name = fc.array(forged, { minLength: 1, maxLength: 8 }).map((parts) => `m${parts.join("")}`);
  fc.assert(
    fc.property(name, name, name, (stack, folder, commit) => {
      const line = markerLine({ kind: "review", stack, folder, commit });
      expect(line).not.toContain("\n");
      expect(markerOf(`${folder}\n${line}`)).toMatchObject({ kind: "review", fingerprint: undefined, applied: undefined, done: undefined });
    }),
  );
});

test.each<[string, Partial<Marker>, boolean]>([
  ["its own", {}, true],
  ["its own with a commit and a fingerprint", { commit: "abc", fingerprint: "2.x" }, true],
  ["another stack's", { stack: "movies/prod" }, false],
  ["another folder's", { folder: "infra/other" }, false],
  ["one without a folder", { folder: undefined }, false],
  ["another kind's", { kind: "apply" }, false],
])("a text is found by kind, stack and folder: %s", (_, more, found) => {
  const body = `## text\n\n${markerLine({ kind: "review", stack: "movies/dev", folder: "infra/movies", ...more })}`;
  expect(isMarked("review", { stack: "movies/dev", folder: "infra/movies" })({ body })).toBe(found);
});

test("a name with characters that a marker cannot hold finds its own text", () => {
  const id = { stack: "movies/dev --> x", folder: "infra é/movies" };
  expect(isMarked("review", id)({ body: markerLine({ kind: "review", ...id }) })).toBe(true);
});
