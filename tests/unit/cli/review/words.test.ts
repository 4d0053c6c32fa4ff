import { headlineOf, isPaid } from "../../../../cli/review/phrases";
import { isLong, stackName } from "../../../../cli/review/words";
import type { Consequence } from "../../../../provider/messages/consequences";
import { sampleReview } from "./samples";

test.each([
  ["movies", "dev", "movies/dev"],
  ["movies", "", "movies/"],
  ["", "dev", "/dev"],
  ["", "", undefined],
])("the stack of the project %j and the stack %j is %j", (project, stack, name) =>
  expect(stackName({ ...sampleReview("resize"), project, stack })).toBe(name),
);

test.each([
  ["x".repeat(58), false],
  ["x".repeat(59), true],
])("a value is long if its JSON has more than 60 characters: %j", (value, expected) =>
  expect(isLong({ is: "value", value })).toBe(expected),
);

const consequence = (more: Partial<Consequence>): Consequence => {
  return { id: "x", severity: "care", summary: "in short", description: "It does.", source: "s", ...more };
};

test.each<[string, Partial<Consequence>, number, string]>([
  ["a certain one", { headline: ["Deletes %", "Deletes % users"] }, 1, "Deletes A-1"],
  ["a possible one", { headline: ["Deletes %", "Deletes % users"], possible: true }, 1, "Possibly: deletes A-1"],
  ["a possible one of several objects", { headline: ["Deletes %", "Deletes % users"], possible: true }, 2, "Possibly: deletes 2 users"],
  ["a possible one that begins with a name", { headline: ["% gets HA", "% get HA"], possible: true }, 1, "Possibly: A-1 gets HA"],
  ["one without a headline", {}, 1, "A-1: in short"],
  ["a possible one without a headline", { possible: true }, 2, "2 × in short"],
])("the headline of a consequence: %s", (_, more, number, expected) => expect(headlineOf(consequence(more), "A-1", number)).toBe(expected));

test.each<[Partial<Consequence>, boolean]>([
  [{ id: "workspace-made" }, true],
  [{ id: "workspace-recreated" }, true],
  [{ id: "workspace-made", possible: true }, false],
  [{ id: "workspace-deleted" }, false],
])("the consequence %j costs money: %j", (more, expected) => expect(isPaid(consequence(more))).toBe(expected));
