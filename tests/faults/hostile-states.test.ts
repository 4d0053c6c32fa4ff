import { inspect } from "node:util";
import { definitionOf } from "../../provider/registry";
import { fc } from "../support/random";
import type { Outcome, Properties, Standing } from "../support/provider";
import { tries } from "../support/whole";
import { type Fixture, open } from "../support/tried-service";
import { type Subject, subjects } from "./subjects";

/** A value that no version of ours writes, or an odd one that some version might have. */
const odd: fc.Arbitrary<unknown> = fc.oneof(
  fc.constantFrom<unknown>(null, "", 0, -1, 1.5, true, false, "***", "[secret]", "text", [], {}, [null], [[]], { a: { b: null } }),
  fc.constantFrom<unknown>(["pause"], ["no_such_field"], { post: "lost" }, { ran: "x", why: "y" }, { enable: "yes" }, { kept: 7 }, "lost", [
    { x: 1 },
  ]),
  fc.jsonValue({ maxDepth: 3 }),
);

/** The change of one property of a state: removed, or given another value. */
const change = (names: readonly string[]) =>
  fc.tuple(
    fc.constantFrom(...names, "__pending", "__secrets", "argumentOfLongAgo", "toString", "constructor"),
    fc.oneof(
      fc.constant({ gone: true as const }),
      odd.map((value) => ({ gone: false as const, value })),
    ),
  );
type Change = readonly [string, { readonly gone: true } | { readonly gone: false; readonly value: unknown }];

function changed(state: Standing, changes: readonly Change[]): Standing {
  const apply = (properties: Properties): Properties => {
    const copy = new Map(Object.entries(properties));
    for (const [name, how] of changes) {
      if (how.gone) copy.delete(name);
      else copy.set(name, how.value);
    }
    return Object.fromEntries(copy);
  };
  return { ...state, inputs: apply(state.inputs), outputs: apply(state.outputs) };
}

/** An operation ends well, or with words for a user: never as a mistake of the provider's own. */
function expectWords(what: string, { error, failures, thrown, lines }: Outcome): void {
  const text = [error, ...failures.map(({ reason }) => reason), ...lines].join("\n");
  if (/please report it|TypeError|RangeError|is not a function|undefined|\[object/.test(text))
    throw new Error(`${what}: ${text} ${inspect(thrown)}`);
}

const chosen = subjects.filter(({ name, kind }) => name === kind);

describe.each(chosen)("a state that another version or a person has edited: $name", (subject: Subject) => {
  let fixture: Fixture;
  let made: Standing;
  beforeAll(async () => {
    fixture = await open(subject);
    await subject.scenarios["create"]?.act(fixture);
    if (fixture.engine.state === undefined) throw new Error("nothing was made");
    made = fixture.engine.state;
  });
  afterAll(() => fixture.emulator.close());

  const names = Object.keys(definitionOf(subject.kind).schema.shape);

  test.each(["read", "update", "delete"])("%s works, or fails with a readable error", async (operation) => {
    const known = [...new Set([...Object.keys(made.outputs), ...names])].filter((name) => name !== "__provider");
    await fc.assert(
      fc.asyncProperty(fc.array(change(known), { minLength: 1, maxLength: 3 }), async (changes) => {
        fixture.engine.state = changed(made, changes);
        const outcome = await subject.scenarios[operation]?.act(fixture);
        if (outcome !== undefined) expectWords(operation, outcome);
        // Whatever happened, what is stored is still a state.
        const { state } = fixture.engine;
        if (state !== undefined) expect(state.outputs["__provider"]).toBe(made.outputs["__provider"]);
        // A deletion that went well took the object away: the next try needs it again.
        if (operation === "delete" && state === undefined) {
          await subject.scenarios["create"]?.act(fixture);
          made = fixture.engine.state ?? made;
        }
      }),
      tries(4, 100),
    );
  });

  test("a state with only an id can be read and deleted, or an error says what is missing", async () => {
    const bare = { __provider: made.outputs["__provider"] };
    for (const operation of ["read", "delete"]) {
      fixture.engine.state = { id: made.id, inputs: bare, outputs: bare };
      const outcome = await subject.scenarios[operation]?.act(fixture);
      if (outcome !== undefined) expectWords(operation, outcome);
    }
  });
});
