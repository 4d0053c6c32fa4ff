import { fillPath } from "../../../../client/http/endpoint";
import { InputError } from "../../../../client/http/errors";
import { failureOf, hang, makeClient, serve, success } from "../fixture";

const base = "/controller/v4/v2";
test("a base URL with a path and trailing slashes stays in front of the row's path", async () => {
  const service = await serve(success({ workgroup_id: "wg" }));
  const { client } = makeClient({ origin: `${service.origin}/gate/way//` });
  await client.workgroups.get({ workgroupID: "wg" });
  expect(service.requests[0]?.url).toBe(`/gate/way${base}/workgroups/wg`);
});

test.each([
  ["a slash", "a/b", "a%2Fb"],
  ["a backslash", "a\\b", "a%5Cb"],
  ["a percent sign", "a%2Fb", "a%252Fb"],
  ["a question mark", "a?b=c", "a%3Fb%3Dc"],
  ["a hash", "a#b", "a%23b"],
  ["a semicolon", "a;b", "a%3Bb"],
  ["a space", "a b", "a%20b"],
  ["a line break", "a\r\nb", "a%0D%0Ab"],
  ["unicode", "über-🌍", "%C3%BCber-%F0%9F%8C%8D"],
  ["a step up inside", "../secrets", "..%2Fsecrets"],
  ["an escaped step up", "%2e%2e", "%252e%252e"],
  ["three dots", "...", "..."],
  ["a place of a path", "{workspaceID}", "%7BworkspaceID%7D"],
  ["a pattern of a replacement", "$&$1", "%24%26%241"],
  ["the name of a prototype's member", "__proto__", "__proto__"],
])("a parameter with %s remains one path segment on the wire", async (_, value, escaped) => {
  expect(fillPath("/a/{x}/b", { x: value })).toBe(`/a/${escaped}/b`);
  const service = await serve(success(null));
  await makeClient(service).client.workspaces.update({ workgroupID: value, workspaceID: value }, {});
  expect(service.requests[0]?.url).toBe(`${base}/workgroups/${escaped}/workspaces/${escaped}`);
});

test.each([
  ["is empty", ""],
  ["is a step on the spot", "."],
  ["is a step up", ".."],
  ["is half of a character", "a\ud800b"],
  ["is missing", undefined],
  ["is a number", 7],
  ["is an object", { toString: () => "ws" }],
])("a parameter that %s is refused by name, without a request", async (_, value) => {
  const service = await serve(hang);
  const call = makeClient(service).client.workspaces.delete({ workgroupID: "wg", workspaceID: value as string });
  await expect(call).rejects.toThrow(InputError);
  await expect(call).rejects.toThrow(/^workspaceID /);
  await expect(makeClient(service).client.sharedWorkgroup({ workgroupID: value as string })).rejects.toThrow(/^workgroupID /);
  expect(service.requests).toEqual([]);
});

test("a path parameter is never read from the prototype of the parameters", () => {
  expect(() => fillPath("/a/{constructor}", {})).toThrow(InputError);
  expect(() => fillPath("/a/{toString}", {})).toThrow(InputError);
});

test("errors show the path as it was sent, without the prefix", async () => {
  const service = await serve((response) => response.writeHead(400).end());
  const error = await failureOf(makeClient(service).client.workspaces.delete({ workgroupID: "a/b", workspaceID: "ws" }));
  expect(error.path).toBe("/workgroups/a%2Fb/workspaces/ws");
});
