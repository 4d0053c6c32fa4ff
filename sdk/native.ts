/** Resources and functions for the native plugin, `pulumi-resource-graphplane`, and providers for additional accounts. */
export * from "./generated/native";
