import { inspect } from "node:util";
import { failureOf, makeClient, refusal, serve, success } from "../fixture";

const id = { workgroupID: "w/g", workspaceID: "w s" };

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
