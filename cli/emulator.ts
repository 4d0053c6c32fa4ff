import { once } from "node:events";
import {
  type Act,
  type Emulator,
  type EmulatorOptions,
  type JournalEntry,
  profiles,
  type Sample,
  sampleAccount,
  startEmulator,
} from "../testing/emulator";
import { defineCommand, exit, type Terminal } from "./command";
import { messageOf, UsageError } from "./errors";
import type { Values } from "./options";
import { visible } from "./review/escape";
import { count } from "./words";

const number = { type: "string", value: "<number>" } as const;
const options = {
  port: { ...number, range: [0, 65_535], default: "0", help: "the port to listen on; 0 selects a free port" },
  profile: {
    type: "string",
    value: "<name>",
    choices: ["specified", "observed"],
    default: "observed",
    help: "specified: the documented API; observed: also the behavior of recorded responses",
  },
  nested: {
    type: "string",
    value: "<how>",
    choices: ["merge", "replace"],
    default: "merge",
    help: "merge or replace: the effect of a PUT on agent_config and addons",
  },
  workgroups: { ...number, range: [1, 100], default: "1", help: "the number of workgroups, 1 to 100" },
  workspaces: { ...number, range: [3, 1000], default: "3", help: "the number of workspaces in each workgroup, 3 to 1000" },
  time: {
    type: "string",
    value: "<start>",
    otherwise: "none: no automatic changes",
    help: "start a clock at this time, such as 2026-03-27T06:30Z, or now; timetables, auto-stop and upgrades (to 4.2.1) then run, and print their changes",
  },
  speed: { ...number, range: [1, 86_400], default: "1", help: "with --time: the speed of the clock, 1 to 86400" },
  json: { type: "boolean", help: "print one line of JSON instead of text" },
} as const;

export const emulator = defineCommand({
  summary: "run the emulated service on this machine",
  about: `Serves the control plane and the data plane on this machine (127.0.0.1), with a sample account, until you interrupt it. It prints
one line for each request on standard error, keeps no data, and sends none to other machines.`,
  options,
  exitCodes: "0 interrupted; 1 failed, for example because the port is in use; 2 invalid usage.",
  example: `  graphplane emulator --port 8080
  graphplane emulator --workgroups 20 --workspaces 100
  graphplane emulator --time 2026-03-27T06:30Z --speed 600`,
  docs: "testing",
  async run({ json, time, speed, ...served }, terminal) {
    const log = ({ method, path, status, fault }: JournalEntry) =>
      terminal.err([method, visible(path), status ?? "no response", fault].filter(Boolean).join(" "));
    const acting = time === undefined ? {} : actingFrom(time, speed, terminal);
    const { running, sample } = await start(served, { log, ...acting });
    try {
      const { profile, nested } = served;
      const { callerAddress } = profiles[profile];
      const { url, apiKey } = running;
      terminal.out(json ? JSON.stringify({ url, apiKey, profile, nested, callerAddress, ...sample }) : asText(running, served, sample));
      if (time !== undefined) await keepElapsing(running, terminal);
      else if (!terminal.stopped.aborted) await once(terminal.stopped, "abort");
    } finally {
      await running.close();
    }
    return exit.fine;
  },
});

type Served = Omit<Values<typeof options>, "time" | "speed" | "json">;

/** Returns the options for a service with its own clock, which starts at a given time and runs at a given speed. */
function actingFrom(time: string, speed: number, terminal: Terminal): EmulatorOptions {
  const from = time === "now" ? terminal.now().getTime() : Date.parse(time);
  if (Number.isNaN(from)) throw new UsageError(`--time must be a time such as 2026-03-27T06:30Z, or now, not ${JSON.stringify(time)}.`);
  const { clock } = terminal;
  const start = clock.now();
  const onAct = ({ at, name, to, because }: Act) =>
    terminal.err(`${new Date(at).toISOString()} ${visible(name)}: ${to} (${visible(because)})`);
  return { now: () => from + (clock.now() - start) * speed, onAct, timetables: "run", autoStop: "run", offeredVersions: ["4.2.1"] };
}

/** Advances the service's clock every second until the command is interrupted. */
async function keepElapsing(running: Emulator, { clock, stopped }: Terminal): Promise<void> {
  while (!stopped.aborted) {
    await clock.sleep(1000, stopped).catch(() => undefined);
    running.elapse();
  }
}

const portProblems: Readonly<Record<string, string>> = { EADDRINUSE: "is in use", EACCES: "needs more permissions" };

async function start(options: Served, more: EmulatorOptions): Promise<{ running: Emulator; sample: Sample }> {
  try {
    const running = await startEmulator({ ...options, ...more, keepAlive: true });
    return { running, sample: sampleAccount(running.account, options) };
  } catch (error) {
    const code = Object.keys(portProblems).find((name) => messageOf(error).includes(name));
    if (code === undefined) throw error;
    throw new Error(
      `Port ${options.port} ${portProblems[code]}. Choose a different port with --port, or omit --port to use any free port.`,
    );
  }
}

function asText(running: Emulator, { profile, nested, workgroups, workspaces }: Served, sample: Sample): string {
  const { extensions, callerAddress } = profiles[profile];
  const shown = Object.entries(sample.workspaceIds).map(([name, id]) => `  workspace ${name.padEnd(16)}${id}`);
  const hidden = workgroups * workspaces - shown.length;
  const more = hidden === 0 ? [] : [`  ${hidden} more workspaces, in ${count(workgroups, "workgroup")} of ${workspaces}`];
  return `The emulated service listens at ${running.url} (profile ${profile}, nested values ${nested}, extension endpoints ${extensions ? "on" : "off"}).

Use it from another terminal:

export GRAPHPLANE_BASE_URL=${running.url}
export GRAPHPLANE_API_KEY=${running.apiKey}
curl -H "x-api-key: $GRAPHPLANE_API_KEY" "$GRAPHPLANE_BASE_URL/controller/v4/v2/workgroups/${sample.workgroupId}"

Or in a Pulumi project:

pulumi config set graphplane:baseUrl "$GRAPHPLANE_BASE_URL"
pulumi config set --secret graphplane:apiKey "$GRAPHPLANE_API_KEY"
pulumi config set workgroupId ${sample.workgroupId}
pulumi config set workspaceId ${sample.workspaceIds.main}

For allow lists, requests come from ${callerAddress}. The account contains:

  workgroup production      ${sample.workgroupId}
  database movies           ${sample.databaseId}
${[...shown, ...more].join("\n")}
  installed add-on Insights ${sample.installedAddonId}
  its configuration default ${sample.configurationId}

The query top_rated of graph movies runs on workspace main with the secret ${sample.databaseSecret}:

curl -X POST -H "Authorization: GSQL-Secret ${sample.databaseSecret}" -d '{"print_limit":5}' "$GRAPHPLANE_BASE_URL/restpp/query/movies/top_rated"

Stop it with Ctrl-C. It keeps no data.`;
}
