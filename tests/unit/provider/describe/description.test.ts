import { effectsAt } from "../../../../provider/describe/effects";
import { identifier, integer, mapOf, object, optional, optInFlag, text } from "../../../../provider/describe/fields";
import { formatsIn, wireNames } from "../../../../provider/describe/resource";
import { definitionOf, registry } from "../../../../provider/registry";

const part = {
  name: "Part",
  description: "A part.",
  fields: { size: integer("Its size.", { effect: "none" }), timeOfDay: text("When.", { format: "time" }) },
};
const fields = {
  parentId: identifier("The parent.", { wire: false, replaces: true }),
  displayName: text("Its name.", { wire: "name" }),
  zone: text("Its zone.", { replaces: true, optionalComputed: true }),
  window: optional(object(part, "Its window.", { wire: "window_" })),
  agentConfig: optional(object(part, "Its agent.")),
  addons: optional(mapOf(object(part, "An add-on."), "Its add-ons.")),
  adopt: optInFlag("Adopts it."),
};

test("fields are sent in snake_case, objects flat or nested, and local fields not at all", () => {
  expect(wireNames(fields)).toEqual({
    displayName: "name",
    zone: "zone",
    "window.size": "window_size",
    "window.timeOfDay": "window_time_of_day",
    "agentConfig.size": "agent_config.size",
    "agentConfig.timeOfDay": "agent_config.time_of_day",
    agentConfig: "agent_config",
    addons: "addons",
  });
  expect(formatsIn(fields)).toEqual({ "window.timeOfDay": "time", "agentConfig.timeOfDay": "time" });
});

test.each<[string, ReturnType<typeof effectsAt>]>([
  ["displayName", undefined],
  ["window", undefined],
  ["window.size", "none"],
  ["addons.a.size", "none"],
  ["addons.a", undefined],
  ["adopt", "none"],
  ["missing", undefined],
  ["toString", undefined],
])("a change of %s has the effects %j", (path, effects) => expect(effectsAt(fields, path.split("."))).toEqual(effects));

test("the description, definition and review facts of each kind belong to it and name only its arguments", () => {
  for (const [kind, { description }] of Object.entries(registry)) {
    const { arguments: declared, review } = description();
    expect([description().kind, definitionOf(kind).kind]).toEqual([kind, kind]);
    const named = [...review.addressedBy, ...review.replaceOnChanges, ...review.providerOnlyArguments, ...review.decidingArguments];
    expect(named.filter((name) => !Object.hasOwn(declared, name))).toEqual([]);
  }
});
