import { type ResponseTrace } from "../../../client";
import { makeClient, refusal, serve, success, testKey, text } from "./fixture";

const id = { workgroupID: "wg", workspaceID: "ws" };
const workgroup = { workgroup_id: "wg", workspaces: [] };

test("the RequestID of each answer is reported with its method: of a success, a refusal, and a malformed Result", async () => {
  const service = await serve(success(workgroup), refusal(400, { RequestID: "req-2" }), success("no workgroup"));
  const heard: ResponseTrace[] = [];
  const client = makeClient(service).client.withContext({ onResponse: (answer) => heard.push(answer) });
  await client.workgroups.get({ workgroupID: "wg" });
  await expect(client.workspaces.update(id, {})).rejects.toThrow("RequestID: req-2");
  await expect(client.workgroups.get({ workgroupID: "wg" })).rejects.toThrow("RequestID: req-1");
  expect(heard).toEqual([
    { method: "GET", requestId: "req-1" },
    { method: "PUT", requestId: "req-2" },
    { method: "GET", requestId: "req-1" },
  ]);
});

test("a shared answer is reported to each caller that gets it, later ones included", async () => {
  const service = await serve(success(workgroup));
  const { client } = makeClient(service);
  const ask = async () => {
    const heard: ResponseTrace[] = [];
    await client.withContext({ onResponse: (answer) => heard.push(answer) }).sharedWorkgroup({ workgroupID: "wg" });
    return heard;
  };
  const all = [...(await Promise.all([ask(), ask()])), await ask()];
  expect(all).toEqual([1, 2, 3].map(() => [{ method: "GET", requestId: "req-1" }]));
  expect(service.requests).toHaveLength(1);
});

test("a RequestID that repeats the key is redacted, and a response without one is not reported", async () => {
  const envelope = { Error: false, Result: workgroup };
  const service = await serve(text(200, JSON.stringify({ ...envelope, RequestID: `r-${testKey}` })), text(200, JSON.stringify(envelope)));
  const heard: ResponseTrace[] = [];
  const own = makeClient(service).client.withContext({ onResponse: (answer) => heard.push(answer) });
  await own.workgroups.get({ workgroupID: "wg" });
  await own.workgroups.get({ workgroupID: "wg" });
  expect(heard).toEqual([{ method: "GET", requestId: "r-[redacted]" }]);
});
