import { failureOf, makeClient, serve, success } from "../fixture";

const id = { workgroupID: "w/g" };

const entry = { id: "e1", cidr: "10.0.0.0/8", note: "office" };
const withRecord = (record: object, shown: object = entry) => ({ ...shown, record });
const listed = (record: object, shown?: object) => ({ found: [withRecord(record, shown)], certain: true });

test.each([
  ["a list", [entry], listed(entry)],
  ["a list with more fields", [{ ...entry, created: 1 }], listed({ ...entry, created: 1 })],
  ["a list with other spellings", [{ ID: "e1", CIDR: "10.0.0.0/8", Note: "office", Tag: 1 }], listed({ ...entry, Tag: 1 })],
  ["an object that holds one", { allow_list: [entry] }, listed(entry)],
  ["JSON text", JSON.stringify([entry]), listed(entry)],
  ["an entry alone", entry, listed(entry)],
  ["an identifier that is a number", [{ ...entry, id: 7 }], listed({ ...entry, id: 7 }, { ...entry, id: "7" })],
  [
    "an entry without range and note",
    [{ id: "e1", cidr: null, note: "" }],
    listed({ id: "e1", cidr: null, note: "" }, { id: "e1", cidr: "" }),
  ],
  ["an empty list", [], { found: [], certain: true }],
  ["null, which is not certain to be a list", null, { found: [], certain: false }],
])("entries are read from %s", async (_, result, parsed) => {
  await expect(makeClient(await serve(success(result))).client.allowLists.list(id)).resolves.toEqual(parsed);
});

test.each([[42], ["text"], [true], [[[entry]]], [[{ cidr: "10.0.0.0/8" }]]])("a list that is %j is an error", async (result) => {
  const error = await failureOf(makeClient(await serve(success(result))).client.allowLists.list(id));
  expect(error.failure).toMatchObject({ outcome: "not-understood", summary: expect.stringContaining("is no list of entries") as string });
});

test.each([
  ["with the space of the reference", { " IsAllowed": true, CurrentIP: "198.51.100.7" }, { isAllowed: true, address: "198.51.100.7" }],
  ["without it", { IsAllowed: false, CurrentIP: "::1" }, { isAllowed: false, address: "::1" }],
  ["in other spellings", { is_allowed: "true", current_ip: "::1" }, { isAllowed: true, address: "::1" }],
  ["in a list", [{ IsAllowed: true }], { isAllowed: true }],
  ["in JSON text", '{" IsAllowed":false}', { isAllowed: false }],
  ["as another value", { IsAllowed: "perhaps", CurrentIP: 7 }, { address: "7" }],
  ["with several addresses", { IsAllowed: true, CurrentIP: ["::1", "10.0.0.1"] }, { isAllowed: true, address: '["::1","10.0.0.1"]' }],
  ["as a name that every object has", { IsAllowed: "toString" }, {}],
  ["without an address", { IsAllowed: true, CurrentIP: "" }, { isAllowed: true }],
  [
    "twice, which is neither",
    [
      { IsAllowed: true, CurrentIP: "::1" },
      { IsAllowed: false, CurrentIP: "::2" },
    ],
    {},
  ],
  ["not at all", null, {}],
  ["as a text", "yes", {}],
  ["as a list of texts", ["yes"], {}],
])("whether the caller is allowed is read %s", async (_, result, origin) => {
  await expect(makeClient(await serve(success(result))).client.allowLists.caller(id)).resolves.toStrictEqual(origin);
});

test.each([
  ["entry", entry, [withRecord(entry)]],
  ["list of it", [entry], [withRecord(entry)]],
  ["sentence", "Created.", []],
  ["null", null, []],
])("the entries are read from a Result that is the %s", async (_, result, made) => {
  await expect(makeClient(await serve(success(result))).client.allowLists.create(id, { cidr: "10.0.0.0/8" })).resolves.toEqual(made);
});
