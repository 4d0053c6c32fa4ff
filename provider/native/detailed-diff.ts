import { PropertyDiff } from "@pulumi/pulumi/proto/provider_pb";
import { differences, type Values } from "../values/json";
import type { StateDiff } from "../lifecycle/planning";

/** Returns all differences, each with its path in the engine's notation, e.g. `maintenanceWindow.dayOfWeek` or `addons["a b"].enable`. */
export function detailedDiff({ changed, replaces }: StateDiff, olds: Values, news: Values): [string, PropertyDiff][] {
  return changed.flatMap((name) => {
    const found = differences(olds[name], news[name], [name]);
    // `differences` ignores nulls, which are values in a query's parameters. In this case, the whole property is considered different.
    const changes = found.length > 0 ? found : [{ path: [name], before: olds[name], after: news[name] }];
    return changes.map(({ path, before, after }): [string, PropertyDiff] => {
      const change = changeOf(before, after);
      const kind = replaces.includes(name) ? (`${change}_REPLACE` as const) : change;
      return [propertyPathText(path), new PropertyDiff().setKind(PropertyDiff.Kind[kind])];
    });
  });
}

function changeOf(before: unknown, after: unknown): "ADD" | "DELETE" | "UPDATE" {
  if (before === undefined || before === null) return "ADD";
  return after === undefined || after === null ? "DELETE" : "UPDATE";
}

function propertyPathText(path: readonly string[]): string {
  const [first = "", ...rest] = path;
  return rest.reduce((text, key) => text + (/^[A-Za-z_]\w*$/.test(key) ? `.${key}` : `[${JSON.stringify(key)}]`), first);
}
