import { inspect } from "node:util";
import { failureOf, makeClient, refusal, serve } from "../fixture";

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
