import * as pulumi from "@pulumi/pulumi";
import * as sdk from "./generated/functions";
import { resultOf } from "./functions/session";

/** Function calls through the native plugin, with the settings of a provider. */

type Name = Exclude<keyof typeof sdk, `${string}Output`>;
type WithOptions<Read, Options> = Read extends (...args: infer Args) => infer Found ? (...args: [...Args, opts?: Options]) => Found : never;
type Invoked<N extends Name> = WithOptions<(typeof sdk)[N], pulumi.InvokeOptions>;
type InvokedOutput<N extends Name> = WithOptions<(typeof sdk)[`${N}Output`], pulumi.InvokeOutputOptions>;

/** Calls a function with the provider in its options. @default the provider of the stack's configuration */
export function invoked<N extends Name>(name: N): Invoked<N> {
  const lookUp = async (...given: object[]) => {
    const failed = ({ message }: Error) => Promise.reject(new pulumi.RunError(message));
    const found = resultOf(name, (await pulumi.runtime.invoke(...callOf(name, given)).catch(failed)) as object);
    if (found !== undefined) return found;
    throw new pulumi.RunError(`${name}: the settings of its provider are unknown in this preview; use ${name}Output`);
  };
  return lookUp as Invoked<N>;
}

/** Calls a function with inputs. In a preview, the engine returns nothing for a provider whose settings are unknown. */
export function invokedOutput<N extends Name>(name: N): InvokedOutput<N> {
  const lookUp = (...given: object[]) =>
    pulumi.runtime
      .invokeOutput<object>(...callOf(name, given))
      .apply((response) => (pulumi.runtime.isDryRun() && Object.keys(response).length === 0 ? pulumi.unknown : resultOf(name, response)));
  return lookUp as InvokedOutput<N>;
}

/** Returns the arguments for the engine's invoke. A function without arguments accepts its options either alone or after an empty object. */
function callOf(name: Name, given: readonly object[]): [token: string, args: object, opts: pulumi.InvokeOptions | undefined] {
  const [args = {}, opts] = sdk[name].length === 0 ? [{}, given.at(-1)] : given;
  return [`graphplane:index:${name}`, args, opts];
}
