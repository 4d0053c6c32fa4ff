// Written by `npm run docs`.
import type * as pulumi from "@pulumi/pulumi";

/** The versions in a response of the data plane. */
export interface QueryVersion {
  /** Version of the interface. */
  api?: string;
  /** Version of the graph's schema. */
  schema?: number;
}
