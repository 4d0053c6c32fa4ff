// Written by `npm run docs`.
import * as pulumi from "@pulumi/pulumi";
import { registration, suspendStackTraces, undeclared } from "../shim";

/** The arguments of a {@link WorkspaceRefresh}. */
export interface WorkspaceRefreshArgs {
  /** The workgroup that contains the workspace. Changing this forces replacement. */
  workgroupId: pulumi.Input<string>;
  /** The read-only workspace. Changing this forces replacement. */
  workspaceId: pulumi.Input<string>;
  /**
   * Values that trigger another refresh when they change, e.g. a date or the version of the data.
   *
   * @default none: the workspace is refreshed once, at creation
   */
  triggers?: pulumi.Input<pulumi.Input<unknown>[]>;
  /**
   * The values of `refresh_status` that end the wait, including those that mean failure. The service does not document its values, so there
   * is no default. If the workspace already had one of these values before the refresh, graphplane accepts it only after 15 s. Allowed: at
   * least one.
   *
   * @default none: the record is read once after the refresh starts, without waiting
   */
  untilRefreshStatus?: pulumi.Input<pulumi.Input<string>[]>;
  /**
   * Seconds to wait for one of `untilRefreshStatus`. On timeout, the update fails, the resource stays in the state, and the next
   * `pulumi up` resumes the wait without a second refresh. Allowed: more than 0.
   *
   * @default 1800
   */
  timeoutSeconds?: pulumi.Input<number>;
}

const resource = {
  kind: "WorkspaceRefresh",
  outputs: ["workgroupId", "workspaceId", "triggers", "untilRefreshStatus", "timeoutSeconds", "refreshStatus", "refreshMessage"],
} as const;

/**
 * Brings a read-only workspace up to date: at creation, and again whenever `triggers` changes. The workspace is offline during the refresh.
 * If the response is lost, graphplane reads the workspace's record to find out whether the refresh started before it sends another request.
 * Deleting the resource sends no request.
 *
 * Its id is `<workgroupId>/<workspaceId>`.
 *
 * @see docs/internals/api.md, endpoint 11
 *
 * @example
 * const nightly = new WorkspaceRefresh("nightly", {
 *   workgroupId: config.require("workgroupId"),
 *   workspaceId: config.require("workspaceId"),
 *   triggers: [config.require("dataVersion")],
 *   untilRefreshStatus: ["completed"],
 * });
 */
export class WorkspaceRefresh extends pulumi.CustomResource {
  /** The workgroup that contains the workspace. */
  declare readonly workgroupId: pulumi.Output<string>;
  /** The read-only workspace. */
  declare readonly workspaceId: pulumi.Output<string>;
  /** Values that trigger another refresh when they change, e.g. a date or the version of the data. */
  declare readonly triggers: pulumi.Output<unknown[] | undefined>;
  /**
   * The values of `refresh_status` that end the wait, including those that mean failure. The service does not document its values, so there
   * is no default. If the workspace already had one of these values before the refresh, graphplane accepts it only after 15 s.
   */
  declare readonly untilRefreshStatus: pulumi.Output<string[] | undefined>;
  /**
   * Seconds to wait for one of `untilRefreshStatus`. On timeout, the update fails, the resource stays in the state, and the next
   * `pulumi up` resumes the wait without a second refresh.
   */
  declare readonly timeoutSeconds: pulumi.Output<number | undefined>;
  /**
   * The status of the workspace's most recent refresh, as last read. It changes outside Pulumi: `pulumi refresh` updates it without
   * reporting drift. Do not use it as a trigger, because each change would start another run.
   */
  declare readonly refreshStatus: pulumi.Output<string | undefined>;
  /** The message of the workspace's most recent refresh, as last read. */
  declare readonly refreshMessage: pulumi.Output<string | undefined>;

  /** Gets the status of a workspace's last refresh without refreshing the workspace, by its id, `<workgroupId>/<workspaceId>`. */
  static get(name: string, id: pulumi.Input<pulumi.ID>, opts?: pulumi.CustomResourceOptions): WorkspaceRefresh {
    return new this(name, undeclared, { ...opts, id });
  }

  constructor(name: string, args: WorkspaceRefreshArgs, opts?: pulumi.CustomResourceOptions) {
    const restoreStackTraces = suspendStackTraces();
    try {
      super(...registration(resource, name, args, opts, new.target));
      restoreStackTraces();
    } catch (error) {
      throw restoreStackTraces(error);
    }
  }
}
