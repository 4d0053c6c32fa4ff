import { InputError } from "../../../../provider/errors";
import { type FunctionDefinition, runFunction } from "../../../../provider/functions/function";

class ShownError extends Error {}

const bug = new TypeError("bug");

test.each([
  ["a problem of its input is explained", new InputError("no"), new ShownError("getThings: read failed: no")],
  ["an error of another kind is passed on", bug, bug],
])("in a look-up without an object, %s", async (_, thrown, rejected) => {
  const definition: FunctionDefinition = { name: "getThings", description: "", returns: "any", read: () => Promise.resolve([]) };
  const connect = () => {
    throw thrown;
  };
  const host = { connect, fresh: false, describeSettings: () => "", fail: (message: string) => new ShownError(message) };
  const outcome = await runFunction(definition, {}, host).catch((error: unknown) => error);
  expect([outcome, (outcome as Error).constructor]).toEqual([rejected, rejected.constructor]);
});
