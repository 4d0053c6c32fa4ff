import * as pulumi from "@pulumi/pulumi";
// All look-ups of a program run share its monitor, and no two runs share one.
import { getMonitor } from "@pulumi/pulumi/runtime";
import { MockMonitor } from "@pulumi/pulumi/runtime/mocks";
import type * as ClientModule from "../../client";
import { AccountSettings } from "../../provider/config";
import { type LookUpSession, runLookUp } from "../../provider/functions/look-up";
import { functions } from "../../provider/functions/registry";
import { isObject, toWellFormed } from "../../provider/values/json";

const sessions = new WeakMap<object, Map<string, LookUpSession>>();
const outsideOfRuns = {};

const readSettings = () => new AccountSettings((key) => new pulumi.Config("graphplane").get(key.slice("graphplane:".length)), process.env);

/** The session that look-ups of one program run with the same settings share. */
function sessionOf(): LookUpSession {
  // Loaded by the first look-up: a program that only declares resources needs neither HTTP nor schemas.
  const { createClient } = require("../../client") as typeof ClientModule;
  const settings = readSettings().values;
  const run = getMonitor() ?? outsideOfRuns;
  const known = sessions.get(run) ?? new Map<string, LookUpSession>();
  sessions.set(run, known);
  const key = JSON.stringify(settings);
  const session = known.get(key) ?? { client: createClient(settings) };
  known.set(key, session);
  return session;
}

/** Makes a look-up; rejects with an error whose message is for the user, and that ends a program without a stack. */
export async function lookUp<Result>(name: string, args: object = {}, fresh = false): Promise<Result> {
  const definition = functions[name];
  if (definition === undefined) throw endedError(`there is no function ${name}`);
  // A unit test has replaced the engine by `pulumi.runtime.setMocks`.
  if (getMonitor() instanceof MockMonitor) return mockedAnswer<Result>(name, args);
  const found = await runLookUp(definition, args, {
    connect: sessionOf,
    fresh,
    describeSettings: (error) => readSettings().describe(error),
    fail: endedError,
  });
  return found as Result;
}

/** The result of a look-up in the plugin's answer, or a mock's: the response itself, or the value under a name in it; undefined if it lacks that. */
export function resultOf(name: string, answer: object): unknown {
  const { result, returns } = functions[name] ?? {};
  const found = result === undefined ? answer : (answer as Readonly<Record<string, unknown>>)[result];
  // A mock may give the value itself.
  return returns === "any" && isObject(found) && "value" in found ? found["value"] : found;
}

/** The response of a unit test's mocks, which a look-up asks as the native plugin's does: nothing is sent. */
async function mockedAnswer<Result>(name: string, args: object): Promise<Result> {
  const token = `graphplane:index:${name}`;
  const found = resultOf(name, (await pulumi.runtime.invoke(token, args)) as object);
  if (found !== undefined) return found as Result;
  throw endedError(
    `${name}: the mocks answer ${token} without ${functions[name]?.result}; return { ${functions[name]?.result}: … } from "call"`,
  );
}

/** The engine's own kind of error, which the engine prints as its message alone. The original error is its `cause`. */
function endedError(message: string, cause?: Error): pulumi.RunError {
  const error = new pulumi.RunError(toWellFormed(message));
  return cause === undefined ? error : Object.defineProperty(error, "cause", { value: cause });
}

/** A look-up over inputs: unknown ones give an unknown output, secret ones a secret one. It waits for the resources of its inputs. */
export function lookUpOutput<Result>(name: string, args: object = {}): pulumi.Output<Result> {
  const given = pulumi.output(args);
  return given.apply<Result>(async (plain) => lookUp(name, plain, await comesFromResources(given)));
}

async function comesFromResources(output: pulumi.Output<unknown>): Promise<boolean> {
  const { allResources } = output as { allResources?: () => Promise<ReadonlySet<unknown>> };
  return allResources !== undefined && (await allResources.call(output)).size > 0;
}
