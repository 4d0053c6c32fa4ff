import type * as pulumi from "@pulumi/pulumi";

/** The arguments of a look-up as inputs. In its own module, so that the package's public types reach no type of the client. */
export type AsInputs<Args> = { [Name in keyof Args]: pulumi.Input<Exclude<Args[Name], undefined>> };
