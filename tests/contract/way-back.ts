import type { Field, Fields } from "../../provider/describe/fields";
import { argumentsOf, reviewFactsOf } from "../../provider/registry";
import { omit, setIn } from "../../provider/values/json";
import { Engine, type Properties } from "../support/provider";
import { serviceOf } from "../support/readings";
import { ids } from "../support/tried-service";
import { accountOf, falseStatements, type StatedLoss, statedLosses } from "../support/way-back";
import { applies, type Row } from "./row";
import { bare, failureOf, later, type Stage } from "./stage";

/** Changes of one resource, each with its revert: every argument of every kind, by the descriptions, and every deletion policy. */

type Program = ((stage: Stage) => Properties) | undefined;

export interface Case {
  readonly row: Row;
  readonly name: string;
  /** The argument that changes. */
  readonly argument?: string;
  /** The program before the change, the changed one, and what someone else sets in between; undefined declares nothing. */
  readonly before: Program;
  readonly after: Program;
  readonly live?: Program;
  readonly prepare?: (stage: Stage) => void;
  /** Runs after the program was applied. */
  readonly between?: (stage: Stage) => void;
}

/** The result of a case: the stated losses, and those statements that are false. Undefined if the review cannot be applied. */
export type Result = { readonly stated: readonly StatedLoss[]; readonly wrong: readonly string[] } | undefined;

export async function play({ row, before, after, live, prepare, between }: Case): Promise<Result> {
  const stage = await bare(row);
  const { engine, emulator, clock } = stage;
  const secrets = Object.entries(argumentsOf(row.kind)).flatMap(([name, { secret }]) => (secret ? [name] : []));
  addOthers(stage);
  prepare?.(stage);
  const run = async (program: Program, on: Engine = engine) => {
    const outcome = program !== undefined ? await on.up(program(stage), secrets) : on.isEmpty ? undefined : await on.withdraw();
    settle(stage);
    return outcome === undefined ? "" : failureOf(outcome);
  };
  const refresh = async () => (engine.isEmpty ? "" : failureOf(await engine.refresh()));
  succeeded(await run(before));
  if (live !== undefined) {
    // Another stack with the same state.
    const other = new Engine(row.kind, { settings: { baseUrl: emulator.url, apiKey: emulator.apiKey }, clock });
    other.state = engine.state;
    succeeded(await run(live, other));
  }
  between?.(stage);
  settle(stage);
  const account = accountOf(emulator);
  const stated = await statedLosses(engine, after?.(stage), secrets);
  if (stated === undefined) return undefined;
  succeeded(await refresh());
  succeeded(await run(after));
  succeeded(await refresh());
  const failure = await run(before);
  return { stated, wrong: falseStatements(stated, { before: account, after: accountOf(emulator), failure }) };
}

function succeeded(failure: string): void {
  if (failure !== "") throw new Error(failure);
}

/** Everything that is under way ends; what follows from it ends too. */
function settle(stage: Stage): void {
  for (let turn = 0; turn < 3; turn++) {
    stage.emulator.applyWaiting();
    later(stage);
  }
}

export function casesOf(row: Row): Case[] {
  return [...argumentCases(row), ...lifeCases(row)];
}

/** Programs without keys that are undefined. */
const declaring =
  (more: object): NonNullable<Program> =>
  (stage) =>
    JSON.parse(JSON.stringify({ ...stage.program(), ...more })) as Properties;

function argumentCases(row: Row): Case[] {
  const isRun = reviewFactsOf(row.kind)?.runs === true;
  return argumentsIn(argumentsOf(row.kind)).flatMap(({ path, field }) => {
    const [one, other, third, text, otherText] = valuesOf(path.at(-1) ?? "", field);
    const program = (value: unknown): Program => {
      return (stage) => withRest(setIn(declaring({})(stage), path, isOfStage(value) ? value(stage) : value), path);
    };
    const caseOf = (name: string, before: unknown, after: unknown, ...live: readonly unknown[]): Case => ({
      row,
      name: `${path.join(".")}: ${name}`,
      argument: path.join("."),
      before: program(before),
      after: program(after),
      between: plant,
      ...(live.length > 0 && { live: program(live[0]) }),
    });
    const replacing = ({ emulator }: Stage) => emulator.behave({ nested: "replace" });
    const isSent = field.providerOnly !== true && field.replaces !== true && !isRun;
    return [
      caseOf("changed", one, other),
      ...(text === undefined ? [] : [caseOf("changed as a text", text, otherText), caseOf("changed to a text", one, text)]),
      ...(path.length > 1 ? [{ ...caseOf("changed where nested values are replaced", one, other), prepare: replacing }] : []),
      ...(field.isOptional ? [caseOf("declared", undefined, other), caseOf("no longer declared", one, undefined)] : []),
      ...(isSent
        ? [
            caseOf("changed, after an outside change", one, other, third),
            caseOf("unchanged, after an outside change", one, one, third),
            caseOf("changed to the value of an outside change", one, other, other),
          ]
        : []),
    ];
  });
}

/** The program without undefined values, and with what the argument needs. */
function withRest(program: unknown, path: readonly string[]): Properties {
  const [first, key, last] = path;
  const needed = last === "enableConfiguration" ? setIn(program, [first ?? "", key ?? "", "enable"], true) : program;
  const whole = JSON.parse(JSON.stringify(needed)) as Properties;
  // Exactly one of them is declared.
  if (first === "token" && "token" in whole) return omit(whole, ["secret"]);
  return first === "secret" && !("secret" in whole) ? { ...whole, token: texts[0] } : whole;
}

function lifeCases(row: Row): Case[] {
  const { deletionPolicy, adopt } = argumentsOf(row.kind);
  const policies = deletionPolicy?.shape.is === "choice" ? [undefined, ...deletionPolicy.shape.values] : [undefined];
  const replaced = argumentsIn(argumentsOf(row.kind)).filter(({ field }) => field.replaces);
  const { owner, gone } = row.cells;
  return policies.flatMap((policy) => {
    const own = { deletionPolicy: policy };
    const caseOf = (name: string, rest: Pick<Case, "before" | "after"> & Partial<Case>): Case => {
      return { row, name: `${name}, ${policy === undefined ? "without a policy" : `with "${policy}"`}`, ...rest };
    };
    const ended = { before: declaring(own), after: undefined, between: plant };
    const adopted = applies(owner) && applies(owner.adoption) ? { ...owner.adoption, ...(adopt && { adopt: true }) } : undefined;
    return [
      caseOf("created", { before: undefined, after: declaring(own) }),
      ...(applies(owner) && adopted
        ? [caseOf("adopted", { prepare: owner.make, before: undefined, after: declaring({ ...own, ...adopted, ...row.change }) })]
        : []),
      caseOf("removed", ended),
      caseOf("removed after an outside change", { ...ended, live: declaring({ ...own, ...row.change }) }),
      ...(adopt ? [caseOf("removed, and may be adopted", { ...ended, before: declaring({ ...own, adopt: true }) })] : []),
      ...(applies(gone)
        ? [caseOf("deleted outside", { before: declaring(own), after: declaring(own), between: ({ emulator }) => gone.take(emulator) })]
        : []),
      ...replaced.map(({ path: [name = ""], field }) => {
        const [one, other] = valuesOf(name, field);
        const [before, after] = [declaring({ ...own, [name]: one }), declaring({ ...own, [name]: other })];
        return caseOf(`replaced by another ${name}`, { before, after, between: plant });
      }),
    ];
  });
}

/** Puts into each workspace what no program declares. */
function plant({ emulator }: Stage): void {
  for (const { workgroup_id: group } of emulator.workgroups())
    for (const { workspace_id: id } of emulator.workspaces(group)) {
      emulator.account.addBackup(group, id);
      emulator.account.addUser(group, id, { username: "other", password: "another password" });
    }
}

/** Identifiers and names of a second object of each kind; the rows take it for that of others. */
const theirs = "theirs";
const texts = ["text-a", "text-b", "text-c"];

function addOthers({ emulator }: Stage): void {
  const { workgroupId, workspaceId } = ids;
  const { account } = emulator;
  account.addWorkgroup({ workgroup_id: theirs, name: theirs });
  account.addAllowedRange(theirs, { id: "runner", cidr: "198.51.100.0/24" });
  account.addWorkspace(theirs, { workspace_id: workspaceId, name: theirs });
  account.addWorkspace(workgroupId, { workspace_id: theirs, name: theirs, database_id: theirs });
  account.addInstalledAddon({ id: theirs });
  for (const text of texts) {
    account.addDatabase(workgroupId, { database_id: text });
    account.addSecret(workgroupId, workspaceId, text);
    for (const place of [
      { graph: text, query: "top rated" },
      { graph: "movies", query: text },
    ])
      account.addQuery(workgroupId, workspaceId, { ...place, results: [{ first: 1 }] });
    const { credentials } = serviceOf(emulator);
    credentials.tokens.set(text, { workgroupId, workspaceId, expiresAt: Infinity, graph: undefined });
  }
}

const isOfStage = (value: unknown): value is (stage: Stage) => unknown => typeof value === "function";

interface Argument {
  readonly path: readonly string[];
  readonly field: Field;
}

/** Every argument by itself, and every field of those that are objects. */
export function argumentsIn(fields: Fields, path: readonly string[] = []): Argument[] {
  return Object.entries(fields).flatMap(([name, field]) => {
    const { shape } = field;
    if (shape.is === "object") return argumentsIn(shape.type.fields, [...path, name]);
    if (shape.is === "map" && shape.item.shape.is === "object")
      return argumentsIn(shape.item.shape.type.fields, [...path, name, "insights"]);
    return [{ path: [...path, name], field }];
  });
}

/** Values of arguments that name something, which must exist. */
const named: Readonly<Record<string, readonly unknown[]>> = {
  workgroupId: [ids.workgroupId, theirs],
  workspaceId: [ids.workspaceId, theirs],
  installedAddonId: [ids.installedAddonId, theirs],
  cloudProviderId: ["0b000000-0000-4000-8000-000000000001", "0b000000-0000-4000-8000-000000000002"],
  untilRefreshStatus: [["completed"], ["completed", "failed"]],
};

const valuesOfFormats: Readonly<Record<string, readonly unknown[]>> = {
  size: ["TG-0", "TG-1", "TG-2"],
  version: ["4.3.0", "4.4.0", "4.5.0"],
  region: ["us-east-1", "us-west-2"],
  "time zone": ["Europe/Berlin", "UTC", "Asia/Tokyo"],
  cron: ["0 2 * * *", "0 3 * * *", "0 4 * * *"],
  time: ["07:00", "08:00", "09:00"],
  date: ["2099-01-01", "2099-01-02", "2099-01-03"],
  days: ["Monday", "Tuesday", "Friday"],
  repeat: ["daily", "weekly", "weekdays"],
};

/** Three values of an argument: two for programs, and one that someone else sets. */
function valuesOf(name: string, { shape, format }: Field): readonly unknown[] {
  if (named[name] !== undefined) return named[name];
  switch (shape.is) {
    case "number":
      return [0, 1, 2].map((step) => step + (shape.max === undefined ? 20 : (shape.min ?? 0)));
    case "flag":
      return [false, true, true];
    case "choice":
      return shape.values;
    case "range":
      return ["203.0.113.0/24", "192.0.2.0/24"];
    case "host":
      return ["127.0.0.1", "localhost"].map(
        (host) =>
          ({ emulator }: Stage) =>
            emulator.url.replace("http://127.0.0.1", host),
      );
    case "list":
      return [["Active"], ["Active", "Idle"], ["Idle", "Active"]];
    case "text or object":
    case "object or JSON":
      return [{ theme: "a" }, { theme: "b" }, { theme: "c", rows: 1 }, '{"theme":"a"}', '{"theme":"b","rows":1}'];
    case "values":
      return [{ theme: "a" }, { theme: "b" }, { theme: "c", rows: 1 }];
    default:
      return (format && valuesOfFormats[format]) ?? texts;
  }
}
