/** The resources and functions through the native plugin, `pulumi-resource-graphplane`, and providers for further accounts. */
export * from "./generated/native";
