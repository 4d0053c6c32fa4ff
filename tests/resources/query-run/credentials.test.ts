import { createClient } from "../../../client";
import { profiles } from "../../support/service-fixture";
import { dataPlane, startQuery, refusal, secret, success } from "./fixture";

const tokens = "/gsql/v1/tokens";

describe.each(profiles)("credentials, profile $profile", ({ profile }) => {
  test("each plane receives only its own credential", async () => {
    const { emulator, engine, program } = await startQuery({ profile });
    emulator.fault({ kind: "status", status: 401, match: { endpoint: "query" } });
    await engine.up(program);
    await engine.up({ ...program, secret: undefined, token: "some-token", triggers: [1] });
    // A resource of the control plane, in the same service.
    const { journal, account, apiKey, url } = emulator;
    const wg = account.addWorkgroup().workgroup_id;
    await createClient({ baseUrl: url, apiKey }).workgroups.get({ workgroupID: wg });

    expect(journal.entries.map(({ plane, endpoint, credentials }) => [plane, endpoint, credentials])).toEqual([
      ["data", "query", [{ header: "authorization", form: "GSQL-Secret", kind: "database secret" }]],
      ["data", "token", []],
      ["data", "query", [{ header: "authorization", form: "Bearer", kind: "access token" }]],
      ["data", "query", [{ header: "authorization", form: "Bearer", kind: "unknown" }]],
      ["control", 7, [{ header: "x-api-key", form: "key", kind: "api key" }]],
    ]);
  });

  test("the API key in place of a secret is never sent", async () => {
    const { emulator, engine, program, requests } = await startQuery({ profile });
    const { error } = await engine.up({ ...program, secret: emulator.apiKey });
    expect(error).toMatch(/the credential is the control plane's API key, which a data plane does not accept: use a database secret/);
    expect(error).not.toContain(emulator.apiKey);
    expect(requests()).toEqual([]);
  });

  test("the error of a wrong secret names it as the credential, after one attempt to exchange it", async () => {
    const { engine, program, requests } = await startQuery({ profile });
    const { error } = await engine.up({ ...program, secret: "wrong-secret-0123" });
    expect(error).toMatch(/was refused \(HTTP 403, REST-10016, Unauthorized\)\. The service responded: Access Denied/);
    expect(error).toMatch(
      /The database secret \(secret\) was sent as GSQL-Secret and to the token exchange \(the exchange was refused \(HTTP 400\): The secret is not valid\)/,
    );
    expect(error).toMatch(/The API key does not work here/);
    expect(requests()).toEqual(["query GSQL-Secret", "token"]);
  });

  test("the error of a wrong token names it as the credential", async () => {
    const { engine, program, requests } = await startQuery({ profile });
    const { error } = await engine.up({ ...program, secret: undefined, token: "wrong-token-0123" });
    expect(error).toMatch(/REST-10016/);
    expect(error).toMatch(/The access token \(token\) was sent as a bearer token\. Use a new token/);
    expect(requests()).toEqual(["query Bearer"]);
  });
});

test("a service that refuses secrets gets a token, requested for an hour, without a graph and without a credential in a header", async () => {
  const { engine, program, seen } = await dataPlane(({ path, headers }) => {
    if (path === tokens) return [200, { expiration: 1893456000, error: false, message: "ok", token: "token-1" }];
    return headers.authorization === "Bearer token-1" ? success() : refusal;
  });
  expect(await engine.up(program)).toMatchObject({ error: "" });
  expect(seen.map(({ headers }) => headers.authorization)).toEqual([`GSQL-Secret ${secret}`, undefined, "Bearer token-1"]);
  expect(seen[1]).toMatchObject({ path: tokens, body: { secret, lifetime: 3600 } });
  expect(seen[1]?.body).not.toHaveProperty("graph");
  expect(seen.some(({ headers }) => "x-api-key" in headers)).toBe(false);
});
