import * as pulumi from "@pulumi/pulumi";
// All function calls in a run of a program share a monitor, which is different in every run.
import { getMonitor } from "@pulumi/pulumi/runtime";
import { MockMonitor } from "@pulumi/pulumi/runtime/mocks";
import type * as ClientModule from "../../client";
import { AccountSettings } from "../../provider/config";
import { type FunctionSession, runFunction } from "../../provider/functions/function";
import { functions } from "../../provider/functions/registry";
import { isObject, toWellFormed } from "../../provider/values/json";

const sessions = new WeakMap<object, Map<string, FunctionSession>>();
const outsideOfRuns = {};

const readSettings = () => new AccountSettings((key) => new pulumi.Config("graphplane").get(key.slice("graphplane:".length)), process.env);

/** Returns the session that function calls with the same settings share in a run of a program. */
function sessionOf(): FunctionSession {
  // Loaded by the first call, because a program that only declares resources needs neither HTTP nor schemas.
  const { createClient } = require("../../client") as typeof ClientModule;
  const settings = readSettings().values;
  const run = getMonitor() ?? outsideOfRuns;
  const known = sessions.get(run) ?? new Map<string, FunctionSession>();
  sessions.set(run, known);
  const key = JSON.stringify(settings);
  const session = known.get(key) ?? { client: createClient(settings) };
  known.set(key, session);
  return session;
}

/** Calls a function. Rejects with an error for the user, which ends the program without a stack trace. */
export async function callFunction<Result>(name: string, args: object = {}, fresh = false): Promise<Result> {
  const definition = functions[name];
  if (definition === undefined) throw endedError(`unknown function ${name}`);
  // A unit test has replaced the engine with `pulumi.runtime.setMocks`.
  if (getMonitor() instanceof MockMonitor) return mockedResponse<Result>(name, args);
  const found = await runFunction(definition, args, {
    connect: sessionOf,
    fresh,
    describeSettings: (error) => readSettings().describe(error),
    fail: endedError,
  });
  return found as Result;
}

/** Returns the result in the response of the plugin or a mock, which is the response itself or the value under a name; undefined if it is missing. */
export function resultOf(name: string, response: object): unknown {
  const { result, returns } = functions[name] ?? {};
  const found = result === undefined ? response : (response as Readonly<Record<string, unknown>>)[result];
  // A mock can return the value itself.
  return returns === "any" && isObject(found) && "value" in found ? found["value"] : found;
}

/** Returns the response of a unit test's mocks, which are called in the same way as the native plugin. Sends no request. */
async function mockedResponse<Result>(name: string, args: object): Promise<Result> {
  const token = `graphplane:index:${name}`;
  const found = resultOf(name, (await pulumi.runtime.invoke(token, args)) as object);
  if (found !== undefined) return found as Result;
  throw endedError(
    `${name}: the mocks return no ${functions[name]?.result} for ${token}; return { ${functions[name]?.result}: … } from "call"`,
  );
}

/** Creates an error of the engine's own type, of which the engine prints only the message. The original error is its `cause`. */
function endedError(message: string, cause?: Error): pulumi.RunError {
  const error = new pulumi.RunError(toWellFormed(message));
  return cause === undefined ? error : Object.defineProperty(error, "cause", { value: cause });
}

/** Calls a function with inputs, and waits for their resources. Unknown inputs result in an unknown output, and secret inputs result in a secret output. */
export function callFunctionOutput<Result>(name: string, args: object = {}): pulumi.Output<Result> {
  const given = pulumi.output(args);
  return given.apply<Result>(async (plain) => callFunction(name, plain, await comesFromResources(given)));
}

async function comesFromResources(output: pulumi.Output<unknown>): Promise<boolean> {
  const { allResources } = output as { allResources?: () => Promise<ReadonlySet<unknown>> };
  return allResources !== undefined && (await allResources.call(output)).size > 0;
}
