import { once } from "node:events";
import { parseArgs } from "node:util";
import { type Emulator, profiles, type Sample, sampleAccount, startEmulator } from "../testing/emulator";
import { type Command, exit, messageOf, Misuse } from "./command";

const help = `Usage: graphplane emulator [options]

Serves the control plane and the data plane on this machine (127.0.0.1), with a sample account, until it is interrupted.
Nothing is kept and nothing leaves the machine.

Options:
  --port <number>      the port to listen on (any free one)
  --profile <name>     specified: the documented API; observed: what recorded answers show (specified)
  --nested <how>       merge or replace: what a PUT does to agent_config and addons (merge)
  --json               print one line of JSON instead of text
  -h, --help           show this

Example:
  graphplane emulator --port 8080 --profile observed`;

/** `graphplane emulator`: serves the emulated service with a sample account until the process is told to end. */
export const emulator: Command = {
  summary: "serve the emulated control plane on this machine",
  help,
  async run(args, terminal) {
    const { json, ...options } = readOptions(args);
    const { running, sample } = await start(options);
    try {
      terminal.out(json ? asJson(running, options, sample) : asText(running, options, sample));
      if (!terminal.stopped.aborted) await once(terminal.stopped, "abort");
    } finally {
      await running.close();
    }
    return exit.fine;
  },
};

interface Options {
  readonly port: number;
  readonly profile: "specified" | "observed";
  readonly nested: "merge" | "replace";
}

function readOptions(args: readonly string[]): Options & { readonly json: boolean } {
  const values = parseOptions(args);
  const port = Number(values.port ?? "0");
  if (!/^\d+$/.test(values.port ?? "0") || port > 65_535) {
    throw new Misuse(`--port takes a number from 0 to 65535, not "${values.port}".`);
  }
  return {
    port,
    profile: oneOf("--profile", values.profile ?? "specified", ["specified", "observed"]),
    nested: oneOf("--nested", values.nested ?? "merge", ["merge", "replace"]),
    json: values.json ?? false,
  };
}

function parseOptions(args: readonly string[]) {
  const text = { type: "string" } as const;
  try {
    const options = { port: text, profile: text, nested: text, json: { type: "boolean" } } as const;
    return parseArgs({ args: [...args], options, allowPositionals: false }).values;
  } catch (error) {
    const [said = ""] = messageOf(error).split(". ");
    throw new Misuse(`${said.replace(/\.$/, "")}; see graphplane emulator --help.`);
  }
}

function oneOf<T extends string>(option: string, value: string, allowed: readonly T[]): T {
  const found = allowed.find((other) => other === value);
  if (found === undefined) throw new Misuse(`${option} takes ${allowed.join(" or ")}, not "${value}".`);
  return found;
}

async function start(options: Options): Promise<{ running: Emulator; sample: Sample }> {
  try {
    const running = await startEmulator({ ...options, keepAlive: true });
    return { running, sample: sampleAccount(running.account) };
  } catch (error) {
    const why = /EADDRINUSE/.test(messageOf(error))
      ? "is taken"
      : /EACCES/.test(messageOf(error))
        ? "may not be used by this user"
        : undefined;
    if (why === undefined) throw error;
    throw new Error(`port ${options.port} ${why}; choose another with --port, or leave it out for any free one.`);
  }
}

function asJson(running: Emulator, { profile, nested }: Options, sample: Sample): string {
  return JSON.stringify({ url: running.url, apiKey: running.apiKey, profile, nested, ...sample });
}

function asText(running: Emulator, { profile, nested }: Options, sample: Sample): string {
  const { extensions } = profiles[profile];
  const workspaces = Object.entries(sample.workspaceIds).map(([name, id]) => `  workspace ${name.padEnd(16)}${id}`);
  return `The emulated service listens at ${running.url} (profile ${profile}, nested values ${nested}, extension endpoints ${extensions ? "on" : "off"}).

Use it from another terminal:

export GRAPHPLANE_BASE_URL=${running.url}
export GRAPHPLANE_API_KEY=${running.apiKey}
curl -H "x-api-key: $GRAPHPLANE_API_KEY" "$GRAPHPLANE_BASE_URL/controller/v4/v2/workgroups/${sample.workgroupId}"

It holds:

  workgroup production      ${sample.workgroupId}
  database movies           ${sample.databaseId}
${workspaces.join("\n")}
  installed add-on Insights ${sample.installedAddonId}
  its configuration default ${sample.configurationId}

The query top_rated of graph movies runs on workspace main with the secret ${sample.databaseSecret}:

curl -X POST -H "Authorization: GSQL-Secret ${sample.databaseSecret}" -d '{"print_limit":5}' "$GRAPHPLANE_BASE_URL/restpp/query/movies/top_rated"

End it with Ctrl-C; nothing is kept.`;
}
