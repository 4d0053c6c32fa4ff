import { inspect } from "node:util";
import { InputError } from "../../../../client/http/errors";
import { failureOf, makeClient, refusal, serve, success } from "../fixture";

const id = { workgroupID: "w/g", workspaceID: "w s" };
const path = "/controller/v4/v2/workgroups/w%2Fg/workspaces/w%20s/dbuser";

test("the calls send the method, path and body of their rows; the DELETE has a body", async () => {
  const service = await serve(success([]));
  const { databaseUsers } = makeClient(service).client;
  await databaseUsers.list(id);
  await databaseUsers.create(id, { username: "ä/b", password: "p" });
  await databaseUsers.setPassword(id, { username: "ä/b", password: "p" });
  await databaseUsers.delete(id, { username: "ä/b" });
  expect(service.requests.map(({ method, url, body }) => [method, url, body])).toEqual([
    ["GET", path, ""],
    ["POST", path, '{"username":"ä/b","password":"p"}'],
    ["PUT", path, '{"username":"ä/b","password":"p"}'],
    ["DELETE", path, '{"username":"ä/b"}'],
  ]);
  expect(service.requests[3]?.headers).toMatchObject({ "content-type": "application/json", "content-length": "19" });
});

test("users are handed on with unknown fields; null stays null; another shape is an error without a value of it", async () => {
  const users = [{ username: "a", newer: [1] }, { id: 7 }];
  const { databaseUsers } = makeClient(await serve(success(users), success(null), success({ username: "canary" }))).client;
  await expect(databaseUsers.list(id)).resolves.toEqual([{ username: "a", newer: [1] }, { id: undefined }]);
  await expect(databaseUsers.list(id)).resolves.toBeNull();
  const error = await failureOf(databaseUsers.list(id));
  expect(error.failure.outcome).toBe("not-understood");
  expect(inspect(error)).not.toContain("canary");
});

test.each([
  ["no password", { username: "a" }],
  ["another field", { username: "a", password: "p", role: "admin" }],
])("a body with %s is refused without its values, and nothing is sent", async (_, body) => {
  const service = await serve(success(null));
  const call = makeClient(service).client.databaseUsers.create(id, body as never);
  await expect(call).rejects.toThrow(InputError);
  expect(service.requests).toEqual([]);
});

const canary = 'pass"/ä word\\1';
const echo = [canary, encodeURIComponent(canary), Buffer.from(canary).toString("base64"), JSON.stringify(canary)].join(" or ");

test.each(["create", "setPassword", "delete"] as const)(
  "no error or log line of %s holds the password that the service repeats",
  async (method) => {
    const details = [{ FieldName: "password", Reason: `${echo} is weak`, Type: "Bad-Request" }];
    const service = await serve(refusal(400, { Message: `Cannot use ${echo}.`, RequestID: canary, ErrorDetails: details }));
    const { client, lines } = makeClient(service);
    const error = await failureOf(client.databaseUsers[method](id, { username: "a", password: canary }));
    expect(error.message).toContain("The service says: [withheld: it repeats a secret in another form]");
    for (const spelling of echo.split(" or ")) expect(inspect(error) + lines.join()).not.toContain(spelling);
  },
);

test("the list is shared by the users of a workspace; a write to one of them ends it for that one", async () => {
  const service = await serve(success([]));
  const { client } = makeClient(service);
  const asked = async (username: string) => {
    const before = service.requests.length;
    await Promise.all([1, 2].map(() => client.withContext({}).sharedUsers(id, { username })));
    return service.requests.length - before;
  };
  expect([await asked("a"), await asked("b")]).toEqual([1, 0]);
  await client.databaseUsers.create(id, { username: "b", password: "p" });
  expect([await asked("a"), await asked("b")]).toEqual([0, 1]);
  await client.databaseUsers.delete(id, { username: "a" });
  expect([await asked("b"), await asked("a")]).toEqual([0, 1]);
  await client.databaseUsers.setPassword(id, { username: "a", password: "p" });
  expect(await asked("a")).toBe(1);
  await client.sharedUsers(id, { username: "a", skipCache: true });
  expect(service.requests.filter(({ method }) => method === "GET")).toHaveLength(5);
});
