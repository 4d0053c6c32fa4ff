import { type Account } from "./account";

/** The identifiers and the secret of what `sampleAccount` made. */
export interface Sample {
  readonly workgroupId: string;
  readonly databaseId: string;
  /** By name: `main`, `reporting` and `sandbox`. */
  readonly workspaceIds: Readonly<Record<"main" | "reporting" | "sandbox", string>>;
  readonly installedAddonId: string;
  readonly configurationId: string;
  readonly restoreJobId: string;
  readonly databaseSecret: string;
}

/** Fills an account with a little of everything, always with the same identifiers: for demos and for trying things out by hand. */
export function sampleAccount(account: Account): Sample {
  const { workgroup_id: workgroupId } = account.addWorkgroup({ name: "production" });
  const { database_id: databaseId } = account.addDatabase(workgroupId, { name: "movies" });
  const { id: installedAddonId } = account.addInstalledAddon({ name: "Insights", unique_name: "insights" });
  const entry = {
    addons_id: installedAddonId,
    enable: true,
    enable_configuration: { theme: "light" },
    is_free: true,
    unique_name: "insights",
  };
  const add = (name: string, is_rw: boolean) => account.addWorkspace(workgroupId, { name, is_rw, addons: [entry] }).workspace_id;
  const workspaceIds = { main: add("main", true), reporting: add("reporting", false), sandbox: add("sandbox", false) };
  const { id: configurationId } = account.addConfiguration(installedAddonId, { name: "default", value: '{"theme":"light"}' });
  account.addUser(workgroupId, workspaceIds.main, { username: "reader", password: "sample-password" });
  account.addBackup(workgroupId, workspaceIds.main);
  account.addSchedule(workgroupId, workspaceIds.main);
  const { job: restoreJobId } = account.addRestoreJob(workgroupId, workspaceIds.main);
  account.addQuery(workgroupId, workspaceIds.main, {
    graph: "movies",
    query: "top_rated",
    results: (parameters) => [{ printed: parameters["print_limit"] ?? 10, movies: ["first", "second"] }],
  });
  const databaseSecret = account.addSecret(workgroupId, workspaceIds.main, "sample-database-secret");
  return { workgroupId, databaseId, workspaceIds, installedAddonId, configurationId, restoreJobId, databaseSecret };
}
