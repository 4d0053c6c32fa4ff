import { createRequire } from "node:module";
import { join } from "node:path";
import { version } from "../../client/http/version";
import { installPulumi, pulumiVersion } from "../pulumi";
import { failed, type Finding, ok, warning } from "./finding";
import type { Machine } from "./machine";

/** The installed versions; undefined for anything that is not installed. */
export type Versions = Awaited<ReturnType<typeof readVersions>>;

export async function readVersions(machine: Machine) {
  const printed = await pulumiVersion(machine.pulumi);
  // Only the version numbers, because the suffix of a custom build might contain a name.
  const cli = printed && /\d+\.\d+\.\d+/.exec(printed)?.[0];
  return { graphplane: version, node: machine.nodeVersion, sdk: sdkVersion(machine.folder), cli };
}

function sdkVersion(folder: string): string | undefined {
  for (const from of [join(folder, "index.js"), __filename]) {
    try {
      return (createRequire(from)("@pulumi/pulumi/package.json") as { version: string }).version;
    } catch {
      // Not installed in this directory.
    }
  }
  return undefined;
}

const check = "versions";

export function checkVersions({ graphplane, node, sdk, cli }: Versions): Finding[] {
  const isOld = !isAtLeast(node, 20, 3);
  return [
    ok(check, `pulumi-graphplane ${graphplane}.`),
    isOld ? failed(check, `Node ${node} is too old.`, "Install Node 20.3 or later.") : ok(check, `Node ${node}.`),
    checkSdk(sdk, node),
    checkCli(cli),
  ];
}

function checkCli(cli: string | undefined): Finding {
  if (cli === undefined) return warning(check, "The Pulumi CLI cannot be run.", `Put it on PATH. ${installPulumi}.`);
  if (isAtLeast(cli, 3, 200)) return ok(check, `Pulumi CLI ${cli}.`);
  return failed(check, `Pulumi CLI ${cli} is too old: it must be 3.200.0 or later.`, `${installPulumi}.`);
}

function checkSdk(sdk: string | undefined, node: string): Finding {
  const install = 'Run "npm install @pulumi/pulumi@^3.200.0".';
  if (sdk === undefined) return warning(check, "The Pulumi SDK (@pulumi/pulumi) is not installed here.", install);
  if (!isAtLeast(sdk, 3, 200) || isAtLeast(sdk, 4, 0))
    return failed(check, `Pulumi SDK ${sdk} is not supported: it must be 3.200.0 or later, before 4.`, install);
  if (!isAtLeast(sdk, 3, 249) || isAtLeast(node, 22, 0)) return ok(check, `Pulumi SDK ${sdk}.`);
  const fix = 'Use Node 22 or later, or run "npm install @pulumi/pulumi@3.248.0".';
  return warning(check, `Pulumi SDK ${sdk} needs Node 22, and this is Node ${node}.`, fix);
}

function isAtLeast(version: string, major: number, minor: number): boolean {
  const [ownMajor = 0, ownMinor = 0] = version.split(".").map(Number);
  return ownMajor > major || (ownMajor === major && ownMinor >= minor);
}
