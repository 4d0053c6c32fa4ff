import { type ResponseTrace } from "../../../client";
import { makeClient, refusal, serve, success, testKey, text } from "./fixture";

const id = { workgroupID: "wg", workspaceID: "ws" };
const workgroup = { workgroup_id: "wg", workspaces: [] };

/** A client, and what it reports of responses. */
function listening(service: { readonly origin: string }) {
  const heard: ResponseTrace[] = [];
  return { heard, client: makeClient(service).client.withContext({ onResponse: (answer) => heard.push(answer) }) };
}

test("the RequestID of each response is reported with its method: of a success, a refusal and a malformed Result", async () => {
  const { heard, client } = listening(await serve(success(workgroup), refusal(400, { RequestID: "req-2" }), success("no workgroup")));
  await client.workgroups.get(id);
  await expect(client.workspaces.update(id, {})).rejects.toThrow("RequestID: req-2");
  await expect(client.workgroups.get(id)).rejects.toThrow("RequestID: req-1");
  expect(heard.map(({ method, requestId }) => `${method} ${requestId}`)).toEqual(["GET req-1", "PUT req-2", "GET req-1"]);
});

test("a shared response is reported to every caller that receives it, including later ones", async () => {
  const service = await serve(success(workgroup));
  const { client } = makeClient(service);
  const ask = async () => {
    const heard: ResponseTrace[] = [];
    await client.withContext({ onResponse: (answer) => heard.push(answer) }).sharedWorkgroup(id);
    return heard;
  };
  const all = [...(await Promise.all([ask(), ask()])), await ask()];
  expect(all).toEqual([1, 2, 3].map(() => [{ method: "GET", requestId: "req-1" }]));
  expect(service.requests).toHaveLength(1);
});

test("a RequestID that repeats the key is redacted, and a response without one is not reported", async () => {
  const envelope = { Error: false, Result: workgroup };
  const { heard, client } = listening(
    await serve(text(200, JSON.stringify({ ...envelope, RequestID: `r-${testKey}` })), text(200, JSON.stringify(envelope))),
  );
  await client.workgroups.get(id);
  await client.sharedWorkgroup(id);
  expect(heard).toEqual([{ method: "GET", requestId: "r-[redacted]" }]);
});
