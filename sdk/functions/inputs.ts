import type * as pulumi from "@pulumi/pulumi";

/** The arguments of a look-up, each as an input. In a module of its own: the package's public types reach no type of the client. */
export type AsInputs<Args> = { [Name in keyof Args]: pulumi.Input<Exclude<Args[Name], undefined>> };
