import { withLines } from "../../support/plan-log";
import type { Configuration } from "../../../client";
import type { ShownConfigurations } from "../../../provider/resources/addon-configuration/reads";
import { planConfiguration } from "../../../provider/resources/addon-configuration/plan";
import type { Arguments, State } from "../../../provider/resources/addon-configuration/description";

const path = "/add-ons/addon/configs";
const args: Arguments = { installedAddonId: "addon", configName: "main", configValue: "one" };
const state: State = { ...args, configId: "c1" };
/** A preview in which the value is known only during the update. */
const valueKnownLater = { configValue: undefined } as unknown as Partial<Arguments>;
const showAll = () => false;

const shown = (...found: Configuration[]): ShownConfigurations => ({ found, certain: true, others: found.length > 0, seenBefore: false });
const live = (value?: unknown, more: Partial<Configuration> = {}): Configuration => ({ id: "c1", name: "main", value, ...more });
const nothing: ShownConfigurations = { found: [], certain: false, others: false, seenBefore: false };

const post = { action: "post", request: { method: "POST", path, body: { config_name: "main", config_value: "one" } } };
const none = { action: "none", configId: "c1" };
const existing = {
  ...none,
  notices: [
    `graphplane: ${path}/c1: already exists, and the update fails unless the declared value equals the live one. To overwrite it, set adopt: true`,
  ],
};
const put = (value: string | undefined, was: object | undefined, found: Configuration) => ({
  action: "put",
  request: { method: "PUT", path: `${path}/c1`, body: { config_value: value }, ...(was && { was }) },
  live: found,
});
const refusal = (property: string, reason: RegExp) => ({ action: "refuse", property, reason: expect.stringMatching(reason) as string });

test.each<[string, ShownConfigurations, Partial<Arguments>, object]>([
  ["is made where its name is free", shown(), {}, post],
  ["is adopted silently where it has the declared value", shown(live("one")), {}, none],
  ["is announced where it may have another value than one that is known later", shown(live("other")), valueKnownLater, existing],
  ["is not overwritten silently", shown(live("other")), {}, refusal("configName", /\(c1\), with a different value; .* adopt: true/)],
  ["is not overwritten unseen", shown(live("***")), {}, refusal("configName", /whose value the service does not return; .* adopt: true/)],
  ["is overwritten with adopt: true", shown(live("other")), { adopt: true }, put("one", { config_value: "other" }, live("other"))],
  ["is adopted where the service returns no names", shown({ id: "c1", value: "one" }), {}, none],
  [
    "is adopted with a value that is known later",
    shown(live("other")),
    { ...valueKnownLater, adopt: true },
    put(undefined, { config_value: "[hidden]" }, live("other")),
  ],
  ["is overwritten unseen with adopt: true", shown(live("***")), { adopt: true }, put("one", undefined, live("***"))],
  [
    "is never taken for one that differs in capitals",
    shown(live("one", { name: "Main" })),
    { adopt: true },
    refusal("configName", /^"Main" \(c1\) already exists and differs from "main" only in case/),
  ],
  [
    "is refused where its name is not unique",
    shown(live("one"), live("one", { id: "c2" })),
    { adopt: true },
    refusal("configName", /2 configurations are named "main" \(c1, c2\): delete all but one/),
  ],
])("a new configuration %s", (_, look, more, planned) => {
  expect(withLines(planConfiguration({ ...args, ...more }, undefined, look, showAll))).toMatchObject(planned);
});

const two = { configValue: "two" };
const wasOne = { config_value: "one" };
const wasHidden = { config_value: "[hidden]" };
const supersedes = { notices: [`graphplane: ${path}: the last change might still take effect, so graphplane sends the declared value`] };
const sent = (configValue: string): State => ({ ...state, __pending: { sent: { configValue } } });

test.each<[string, State, ShownConfigurations, Partial<Arguments>, object]>([
  ["shows the declared value: nothing is sent", state, shown(live("two")), two, none],
  ["shows another value: it is overwritten", state, shown(live("one")), two, { ...put("two", wasOne, live("one")), notices: [] }],
  [
    "shows a value that was changed outside: it is overwritten, with a message",
    state,
    shown(live("three")),
    two,
    {
      ...put("two", { config_value: "three" }, live("three")),
      notices: [expect.stringContaining('configValue: last applied "one", live "three", declared "two"')],
    },
  ],
  ["shows no value: it is overwritten", state, shown(live()), two, { ...put("two", undefined, live()), notices: [] }],
  ["shows a masked value: it is overwritten", state, shown(live("***")), two, { ...put("two", undefined, live("***")), notices: [] }],
  ["may not be shown: it is overwritten", state, nothing, two, { ...put("two", undefined, { id: "c1" }), notices: [] }],
  ["is not there: refused", state, shown(live("two", { id: "c2" })), two, refusal("configName", /with the identifier in the state/)],
  [
    "shows the declared value while another one is on its way: that is superseded",
    sent("two"),
    shown(live("one")),
    {},
    { ...put("one", wasOne, live("one")), ...supersedes },
  ],
])("a configuration in state %s", (_, last, look, more, planned) => {
  expect(withLines(planConfiguration({ ...args, ...more }, last, look, showAll))).toMatchObject(planned);
});

const seen = (look: ShownConfigurations): ShownConfigurations => ({ ...look, seenBefore: true });

test.each<[string, ShownConfigurations, object]>([
  [
    "may still be there: refused",
    seen(nothing),
    refusal("configName", /^the service does not return the configuration "main", which it returned before, and /),
  ],
  ["is there: overwritten", seen({ ...shown(live("one")), certain: false }), put("two", wasOne, live("one"))],
])("a configuration that was seen before and %s", (_, look, planned) => {
  expect(planConfiguration({ ...args, ...two }, state, look, showAll)).toMatchObject(planned);
});

/** The state of a POST whose response was lost: it sent "one". */
const unmade: State = { ...state, configId: "", __pending: { creation: { before: [] } } };
const another = (value: unknown) => live(value, { id: "c2" });
const unclear = (...ids: string[]) =>
  refusal("configName", new RegExp(`a POST for a configuration "main" .* which object it created: ${ids.join(".*")}`));

test.each<[string, ShownConfigurations, Partial<Arguments>, object]>([
  ["made nothing: it is sent again", shown(), {}, post],
  ["made one that shows the value: nothing is sent", shown(live("one")), {}, none],
  ["made one whose value is masked: the value is sent", shown(live("***")), {}, put("one", undefined, live("***"))],
  ["made the one of two that shows the value: nothing is sent", shown(live("one"), another("other")), {}, none],
  ["made one, and the value is known later: that is sent", shown(live("one")), valueKnownLater, put(undefined, wasHidden, live("one"))],
  ["may have made one with another value: refused", shown(live("other")), {}, unclear("c1 appeared")],
  [
    "may have made one with another value: overwritten with adopt: true",
    shown(live("other")),
    { adopt: true },
    put("one", { config_value: "other" }, live("other")),
  ],
  ["may have made any of two: refused", shown(live("one"), another("one")), { adopt: true }, unclear("2 appeared", "c1, c2")],
])("a POST that was not answered %s", (_, look, more, planned) => {
  expect(planConfiguration({ ...args, ...more }, unmade, look, showAll)).toMatchObject(planned);
});

test.each<[string, unknown, Arguments["configValue"], boolean, object]>([
  ["a text in the place of an object", "old", { a: 0 }, false, { live: "old" }],
  ["no masked value", "***", "new", false, {}],
  ["no secret value", "old", "new", true, { live: "[secret]" }],
])("the plan records the replaced live value: %s", (_, value, configValue, isSecret, field) => {
  const plan = planConfiguration({ ...args, configValue }, state, shown(live(value)), () => isSecret);
  expect(plan).toMatchObject({ action: "put" });
  expect("fields" in plan && plan.fields).toEqual([{ path: ["configValue"], ...field }]);
});

test("a plan hides secret values, declared and live, and sends an object as canonical JSON", () => {
  const isSecret = (argument: string) => argument === "configValue";
  expect(planConfiguration({ ...args, adopt: true }, undefined, shown(live("other")), isSecret)).toMatchObject({
    request: { body: { config_value: "[secret]" }, was: { config_value: "[secret]" } },
  });
  // A line names it as known later instead.
  expect(planConfiguration({ ...args, ...valueKnownLater }, undefined, shown(), isSecret)).toMatchObject({
    request: { body: { config_value: undefined } },
  });
  const configValue = { b: 1, a: 2 };
  expect(planConfiguration({ ...args, configValue }, undefined, shown(), () => false)).toMatchObject({
    request: { body: { config_value: '{"a":2,"b":1}' } },
  });
  expect(planConfiguration(args, undefined, shown(), () => true)).toMatchObject({
    request: { body: { config_name: "[secret]", config_value: "[secret]" } },
  });
});
