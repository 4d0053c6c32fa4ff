import { account } from "../../provider/describe/account";
import { code } from "./page-text";
import { type NamedType, propertyList, type Types } from "./reference-types";

/** Returns the reference page of the provider. It covers the settings both in the stack configuration and on an explicit provider. */
export function providerPage(settings: NonNullable<NamedType["properties"]>, types: Types): string {
  return [
    "# Provider",
    "The settings with which graphplane reaches an account. Set them for the whole stack as `graphplane:<setting>` ([Configure](../installation-configuration.md#configure)), or declare a `Provider` for each account ([Several accounts](../languages.md#several-accounts)). A `Provider` needs the native plugin. Changing a setting sends no request, and replaces no resource.",
    "## Example",
    code(account.example, "ts"),
    "## Settings",
    propertyList({ properties: settings }, types),
  ].join("\n\n");
}
