import { type Account } from "./account";

/** The identifiers and the secret of a sample account; workspaces by name. */
export type Sample = Readonly<ReturnType<typeof sampleAccount>>;

/** The size of a sample account. */
export interface SampleSize {
  /** The number of workgroups. @default 1 */
  readonly workgroups?: number;
  /** The number of workspaces in each workgroup, 3 or more. @default 3 */
  readonly workspaces?: number;
}

/** Fills an account with objects of every kind and fixed identifiers, for demos and experiments. */
export function sampleAccount(account: Account, { workgroups = 1, workspaces = 3 }: SampleSize = {}) {
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
  const fill = (id: string, from: number) => {
    for (let index = from; index <= workspaces; index++)
      account.addWorkspace(id, { name: `workspace-${index}`, is_rw: index === 1, addons: [entry] });
  };
  fill(workgroupId, 4);
  for (let index = 2; index <= workgroups; index++) {
    const { workgroup_id: id } = account.addWorkgroup({ name: `workgroup-${index}` });
    account.addDatabase(id, { name: "movies" });
    fill(id, 1);
  }
  return { workgroupId, databaseId, workspaceIds, installedAddonId, configurationId, restoreJobId, databaseSecret };
}
