import type * as pulumi from "@pulumi/pulumi";

/** The arguments of a function as inputs. In a separate module, to keep the client's types out of the package's public types. */
export type AsInputs<Args> = { [Name in keyof Args]: pulumi.Input<Exclude<Args[Name], undefined>> };
