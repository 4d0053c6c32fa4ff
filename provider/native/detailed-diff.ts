import { PropertyDiff } from "@pulumi/pulumi/proto/provider_pb";
import { differences } from "../values/json";
import type { StateDiff } from "../lifecycle/lifecycle";
import type { Properties } from "../reconcile/notes";

const { ADD, ADD_REPLACE, DELETE, DELETE_REPLACE, UPDATE, UPDATE_REPLACE } = PropertyDiff.Kind;

/** Every value that differs, under its path in the engine's notation, e.g. `maintenanceWindow.dayOfWeek`, `addons["a b"].enable`. */
export function detailedDiff({ changed, replaces }: StateDiff, olds: Properties, news: Properties): [string, PropertyDiff][] {
  return changed.flatMap((name) => {
    const found = differences(olds[name], news[name], [name]);
    // A difference in meaning only, such as nulls in a query's parameters, counts for the whole property.
    const places = found.length > 0 ? found : [{ path: [name], before: olds[name], after: news[name] }];
    return places.map(({ path, before, after }): [string, PropertyDiff] => {
      const isNone = (value: unknown) => value === undefined || value === null;
      const [inPlace, replacing] = isNone(before)
        ? [ADD, ADD_REPLACE]
        : isNone(after)
          ? [DELETE, DELETE_REPLACE]
          : [UPDATE, UPDATE_REPLACE];
      return [propertyPathText(path), new PropertyDiff().setKind(replaces.includes(name) ? replacing : inPlace)];
    });
  });
}

function propertyPathText(path: readonly string[]): string {
  const [first = "", ...rest] = path;
  return rest.reduce((text, key) => text + (/^[A-Za-z_]\w*$/.test(key) ? `.${key}` : `[${JSON.stringify(key)}]`), first);
}
