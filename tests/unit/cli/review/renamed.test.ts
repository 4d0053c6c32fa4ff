import type { Change } from "../../../../cli/review/model";
import { reviewOf } from "../../../../cli/review/read";
import { unknownText } from "../../../support/provider";
import { comment, path, previewWith, type Told, workspace } from "./samples";

/** A resource under another name without an alias: one is made, and another one deleted, for one object. */

const provider = "urn:pulumi:dev::movies::pulumi:providers:pulumi-nodejs::default::id-1";

interface Renamed {
  readonly kind?: string;
  readonly ids: Record<string, unknown>;
  /** What the new one declares, where it is not the same. */
  readonly newIds?: Record<string, unknown>;
  readonly line?: string;
  readonly owner?: string;
  readonly newProvider?: string;
}

function deletionOf({ kind = "WorkspaceSettings", ids, newIds = ids, line, owner = "a1", newProvider = provider }: Renamed): Change {
  const inputs = { ...ids, deletionPolicy: "delete" };
  const outputs = { ...inputs, entryId: "e-1", configId: "cf-1", __owner: owner };
  const resources: Told[] = [
    { kind, name: "old", op: "delete", more: { oldState: { custom: true, inputs, outputs, provider } } },
    { kind, name: "new", op: "create", more: { newState: { custom: true, inputs: newIds, provider: newProvider } } },
  ];
  const review = reviewOf(previewWith(resources, line === undefined ? [] : [line]));
  const change = review.changes.find(({ name }) => name === "old");
  if (change === undefined) throw new Error("nothing becomes of the old one");
  if (change.action !== "delete") {
    const text = comment(review);
    expect(text).toContain("`another resource of the program manages it from now on`");
    expect(text).not.toMatch(/CAUTION|DELETE /);
  }
  return change;
}

const entry = { workgroupId: "wg-1", cidr: "10.0.0.0/8" };
const entries = "/workgroups/wg-1/allow_list";
const configuration = { installedAddonId: "ad-1", configName: "theme", configValue: "x" };

test.each<[string, Renamed]>([
  ["a workspace", { ids: workspace, line: `nothing to send for ${path}` }],
  [
    "a workspace that is changed too",
    { ids: workspace, newIds: { ...workspace, autoStopMinutes: 5 }, line: `PUT ${path} {"auto_stop_minutes":5}` },
  ],
  ["an entry", { kind: "AllowListEntry", ids: entry, line: `nothing to send for ${entries}/10.0.0.0%2F8` }],
  [
    "an entry of an equal range",
    { kind: "AllowListEntry", ids: entry, newIds: { ...entry, cidr: "10.9.9.9/8" }, line: `nothing to send for ${entries}/10.0.0.0%2F8` },
  ],
  ["a configuration", { kind: "AddonConfiguration", ids: configuration, line: "nothing to send for /installed-addons/ad-1/configs/theme" }],
])("nothing is sent for the old one where another resource manages %s", (_, renamed) => {
  expect(deletionOf(renamed)).toMatchObject({ action: "stop managing", requests: [], consequences: [] });
});

test.each<[string, Renamed]>([
  [
    "another object",
    { ids: workspace, newIds: { ...workspace, workspaceId: "ws-2" }, line: "nothing to send for /workgroups/wg-1/workspaces/ws-2" },
  ],
  ["an object that is known later", { ids: workspace, newIds: { ...workspace, workspaceId: unknownText } }],
  ["a secret object", { ids: { ...workspace, workspaceId: "[secret]" } }],
  ["another account", { ids: workspace, newProvider: provider.replace("default", "other"), line: `nothing to send for ${path}` }],
  ["an object that the state of another version names no owner of", { ids: workspace, owner: "", line: `nothing to send for ${path}` }],
  ["an entry that is made anew", { kind: "AllowListEntry", ids: entry, line: `POST ${entries} {"cidr":"10.0.0.0/8"}` }],
  ["an entry of which nothing is known", { kind: "AllowListEntry", ids: entry }],
])("the old one is deleted where the new one is of %s", (_, renamed) => {
  expect(deletionOf(renamed)).toMatchObject({ action: "delete", requests: [{ method: "DELETE" }] });
});
