import * as pulumi from "@pulumi/pulumi";
import * as sdk from "./functions";
import { resultOf } from "./functions/answer";

/** The look-ups over the native plugin, which makes them with the settings of a provider. */

/** A look-up, e.g. `getWorkspace`. */
type Name = Exclude<keyof typeof sdk, `${string}Output`>;
type WithOptions<LookUp, Options> = LookUp extends (...args: infer Args) => infer Found
  ? (...args: [...Args, opts?: Options]) => Found
  : never;
type LookUp<N extends Name> = WithOptions<(typeof sdk)[N], pulumi.InvokeOptions>;
type OutputLookUp<N extends Name> = WithOptions<(typeof sdk)[`${N}Output`], pulumi.InvokeOutputOptions>;

/** A look-up by the provider that its options name, else by the one of the stack's configuration. */
export function invoked<N extends Name>(name: N): LookUp<N> {
  const lookUp = async (...given: object[]) => {
    const failed = ({ message }: Error) => Promise.reject(new pulumi.RunError(message));
    const found = resultOf(name, (await pulumi.runtime.invoke(...callOf(name, given)).catch(failed)) as object);
    if (found !== undefined) return found;
    throw new pulumi.RunError(`${name}: the settings of its provider are not known in this preview; use ${name}Output`);
  };
  return lookUp as LookUp<N>;
}

/** The same over inputs. In a preview the engine answers with nothing for a provider whose settings are known later. */
export function invokedOutput<N extends Name>(name: N): OutputLookUp<N> {
  const lookUp = (...given: object[]) =>
    pulumi.runtime
      .invokeOutput<object>(...callOf(name, given))
      .apply((answer) => (pulumi.runtime.isDryRun() && Object.keys(answer).length === 0 ? pulumi.unknown : resultOf(name, answer)));
  return lookUp as OutputLookUp<N>;
}

/** What the engine is asked for; a look-up without arguments takes its options first. */
function callOf(name: Name, given: readonly object[]): [token: string, args: object, opts: pulumi.InvokeOptions | undefined] {
  const [args = {}, opts] = sdk[name].length === 0 ? [{}, ...given] : given;
  return [`graphplane:index:${name}`, args, opts];
}
