import type { ShownRequest } from "../../../../provider/messages/message";
import { life, told } from "../../../support/thing";

const announced: ShownRequest = { method: "PUT", path: "/things/a", body: { size: 2, note: "n" }, was: { size: 1 } };
const line = 'graphplane: PUT /things/a {"size":2,"note":"n"} was {"size":1}';
const sentLine = line.replace("PUT", "sent PUT");

type State = Record<string, unknown>;
type Sent = [request: ShownRequest, more?: string];

/** A resource that announces the one request, and sends the given ones. */
async function start(...sent: Sent[]) {
  const { lifecycle, lines } = await life({
    plan: () => ({ action: "put", request: announced }),
    execute: async (_plan, args, _last, { logSent }) => {
      for (const [request, more] of sent) logSent(request, more);
      return { id: args.id, state: args };
    },
  });
  const program = (size: number) => told({ id: "a", size });
  const create = async (): Promise<State> => {
    await lifecycle.check({}, program(2));
    return (await lifecycle.create(program(2))).outs as State;
  };
  const update = async (olds: State, size: number): Promise<State> => {
    await lifecycle.check(olds, program(size));
    await lifecycle.diff("a", olds, program(size));
    return (await lifecycle.update("a", olds, program(size))).outs as State;
  };
  return { lifecycle, lines, create, update, program };
}

describe("a request that is sent", () => {
  const table: [string, Sent[], string[]][] = [
    ["as announced prints no second line", [[announced]], []],
    ["over different live values than announced prints one", [[{ ...announced, was: { size: 3 } }]], [sentLine.replace("1", "3")]],
    ["with a different body prints one", [[{ ...announced, body: { size: 3 } }]], [sentLine.replace('2,"note":"n"', "3")]],
    ["to a different path prints one", [[{ ...announced, path: "/things/b" }]], [sentLine.replace("/a", "/b")]],
    ["with a different method prints one", [[{ ...announced, method: "POST" }]], [sentLine.replace("PUT", "POST")]],
    ["with additional information prints one", [[announced, ": the response was lost"]], [`${sentLine}: the response was lost`]],
    ["more often than announced prints one", [[announced], [announced]], [sentLine]],
  ];
  test.each(table)("%s", async (_name, sent, expected) => {
    const { create, lines } = await start(...sent);
    await create();
    expect(lines).toEqual([line, ...expected]);
  });

  test("prints a line without an announcement, and none for each announcement", async () => {
    const { lifecycle, lines, program } = await start([announced]);
    await lifecycle.create(program(2));
    for (const act of ["check", "check", "create", "create"])
      await (act === "check" ? lifecycle.check({}, program(2)) : lifecycle.create(program(2)));
    expect(lines).toEqual([sentLine, line, line]);
  });
});

test("a process that runs several updates prints each request once per update", async () => {
  const { create, update, lines } = await start([announced]);
  const made = await create();
  expect(lines.splice(0)).toEqual([line]);
  const changed = await update(made, 3);
  expect(lines.splice(0)).toEqual([line]);
  const back = await update(changed, 2);
  expect(lines.splice(0)).toEqual([line]);
  // The plan of the same change is known to this process, and is not printed again.
  await update(back, 3);
  expect(lines).toEqual([sentLine]);
});
