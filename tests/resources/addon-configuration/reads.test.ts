import { addons } from "../../../client";
import { addonExists, readConfigurations, whyUncertain } from "../../../provider/resources/addon-configuration/reads";
import { answering, contextOf, failing, serviceError } from "../../support/operation-context";

const name = { installedAddonId: "addon", configName: "main" };
const notFound = (fieldName?: string) => serviceError(404, { type: "Not-Found", details: [{ ...(fieldName && { fieldName }) }] });
const own = { id: "c1", name: "main", value: "one" };
const other = { id: "c2", name: "other", value: "two" };

test.each([
  ["shows it", [own, other], { found: [own], certain: true, others: true }, true],
  ["shows others", [other], { found: [], certain: true, others: true }, false],
  ["is null", null, { found: [], certain: false, others: false }, false],
])("a look-up that %s", async (_, result, shown, seen) => {
  const { context, isSeen } = contextOf({ shared: answering(result) });
  expect(await readConfigurations(name, context)).toEqual({ ...shown, seenBefore: false });
  expect(isSeen()).toBe(seen);
});

test.each([[undefined], [""]])("a look-up that does not find %j says that there is no such configuration", async (field) => {
  const { context } = contextOf({ shared: failing(notFound(field)) }, { seenBefore: true });
  expect(await readConfigurations(name, context)).toEqual({ found: [], certain: true, others: true, seenBefore: true });
});

test("a look-up that fails with 404 and no details says that there is no such configuration", async () => {
  const { context } = contextOf({ shared: failing(serviceError(404, { type: "Not-Found" })) });
  expect(await readConfigurations(name, context)).toMatchObject({ found: [], certain: true });
});

/** Shared reads of a name's configurations, and of the installed add-ons. */
const reading = (configurations: () => Promise<unknown>, installedAddons: () => Promise<unknown>) => (endpoint: unknown) =>
  endpoint === addons.list ? installedAddons() : configurations();

const installed = { id: "a1", name: "Insights", unique_name: "insights" };

test.each<[string, () => Promise<unknown>, string]>([
  ["by title", answering([installed]), "; available: a1 (Insights)"],
  ["by name if they have no title", answering([{ id: "a1", unique_name: "insights" }]), "; available: a1 (insights)"],
])("where the add-on is not there, the others are named %s", async (_, installedAddons, others) => {
  for (const field of ["addon_id", "installedAddonsID", "Add-on"]) {
    const cause = notFound(field);
    const { context } = contextOf({ shared: reading(failing(cause), installedAddons) });
    const missing = `installed add-on "addon" does not exist${others}`;
    expect(await readConfigurations(name, context)).toEqual({ missing, what: "installedAddon", cause });
  }
});

test("where only one of several details refers to the add-on, the add-on is not there", async () => {
  const details = [{ fieldName: "config_name" }, { fieldName: "addon_id" }];
  const { context } = contextOf({ shared: reading(failing(serviceError(404, { type: "Not-Found", details })), answering([])) });
  expect(await readConfigurations(name, context)).toMatchObject({ what: "installedAddon" });
});

test("an error that does not say whether the configuration exists is rethrown", async () => {
  const refused = serviceError(403);
  const broken = new TypeError("broken");
  await expect(readConfigurations(name, contextOf({ shared: failing(refused) }).context)).rejects.toBe(refused);
  const { context } = contextOf({ shared: reading(failing(notFound("addon_id")), failing(broken)) });
  await expect(readConfigurations(name, context)).rejects.toBe(broken);
});

test("a malformed response is an error, which says whether anything was sent", async () => {
  const { context } = contextOf({ shared: answering(5) });
  const problem = /cannot be parsed \(a number\), so it is unknown whether the configuration exists/;
  await expect(readConfigurations(name, context)).rejects.toThrow(
    new RegExp(`${problem.source}, and graphplane sent no request\\. Try again`),
  );
  await expect(readConfigurations(name, context, true)).rejects.toThrow(new RegExp(`${problem.source}\\. Try again`));
});

test.each([
  ["was not shown before, nor certainly now", false, false, /^looking it up by name returned nothing, and no earlier read returned it/],
  ["was shown before", false, true, /^looking it up by name returned nothing, and the add-on "addon" was not found/],
])("a configuration may still exist if it %s", (_, certain, seenBefore, why) => {
  const { context } = contextOf({}, { seenBefore });
  expect(whyUncertain(name, { found: false, certain, others: false }, context)).toMatch(why);
});

test.each<[string, () => Promise<unknown>, () => Promise<unknown>, boolean]>([
  ["is in the list", answering([{ key: "addon" }]), failing(serviceError(500)), true],
  ["is shown nowhere", answering([{ key: "other" }]), failing(serviceError(404)), false],
])("an add-on that %s", async (_, installedAddons, get, exists) => {
  expect(await addonExists("addon", contextOf({ shared: installedAddons, addons: { get } }).context)).toBe(exists);
});

test("an add-on that is missing from the list is read by its identifier", async () => {
  const get = ({ installedAddonsID }: { installedAddonsID: string }) => Promise.resolve({ id: installedAddonsID });
  expect(await addonExists("addon", contextOf({ shared: answering([]), addons: { get } }).context)).toBe(true);
});
