// Written by `npm run docs`.
import type * as pulumi from "@pulumi/pulumi";

/** The time at which the workspace may be maintained. Each part is managed only if you give it. */
export interface MaintenanceWindow {
  /** Day the window starts: 0 (Sunday) to 6. Allowed: 0 to 6. */
  dayOfWeek?: pulumi.Input<number>;
  /** Hour of the day the window starts: 0 to 23. Allowed: 0 to 23. */
  hourOfDay?: pulumi.Input<number>;
  /** Weeks between windows; 1 or more. Allowed: 1 or more. */
  intervalWeeks?: pulumi.Input<number>;
  /**
   * Time zone of the window, an IANA name such as `Europe/Berlin`. The preview warns if the machine that runs it does not know the name.
   */
  timeZone?: pulumi.Input<string>;
}

/** The intervals at which the workspace's agent reports, in seconds. Each part is managed only if you give it. */
export interface AgentConfig {
  /** Seconds between updates of the catalog's activity. */
  catalogActivityUpdateIntervalSeconds?: pulumi.Input<number>;
  /** Seconds between heartbeats. */
  heartbeatIntervalSeconds?: pulumi.Input<number>;
  /** Seconds between updates of the queries' activity. */
  queryActivityUpdateIntervalSeconds?: pulumi.Input<number>;
  /** Seconds between updates of the topology. */
  topologyUpdateIntervalSeconds?: pulumi.Input<number>;
  /** Forces updates of the topology. */
  enableTopologyForceUpdate?: pulumi.Input<boolean>;
}

/** One add-on of the workspace. */
export interface Addon {
  /** Switches the add-on on. */
  enable: pulumi.Input<boolean>;
  /**
   * The add-on's configuration. In an object, each key is managed by itself, and other keys are left unchanged. A string, which must
   * contain a JSON object, is sent as the whole configuration. Other keys that the service keeps are not drift.
   */
  enableConfiguration?: pulumi.Input<Record<string, unknown> | string>;
}

/** The versions in a response of the data plane. */
export interface QueryVersion {
  /** Version of the interface. */
  api?: string;
  /** Version of the graph's schema. */
  schema?: number;
}
