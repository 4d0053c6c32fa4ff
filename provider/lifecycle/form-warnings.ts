import { workspaces } from "../../client/api/workspaces";
import { objectsIn } from "../../client/wire/json";
import type { AnyResource } from "../definition";
import type { Properties } from "../reconcile/notes";
import { type Form, type FormName, forms, offers } from "../values/forms";
import { getIn } from "../values/json";
import { nearestName } from "../values/nearest-name";
import { isUnknown } from "../values/unknowns";
import type { LifecycleContext } from "./operation";

/** A new text that may be wrong. */
interface Declared {
  readonly path: string;
  readonly form: FormName;
  readonly text: string;
}

/**
 * Sentences about new or changed texts that are of another form than expected, or not among what the service offers. The
 * specification states neither, so that they are sent all the same.
 */
export async function describeOddTexts(
  { forms: expected }: AnyResource,
  olds: Properties,
  news: Properties,
  context: Pick<LifecycleContext, "client" | "isSecret">,
): Promise<string[]> {
  const declared = Object.entries(expected).flatMap(([path, form]): Declared[] => {
    const keys = path.split(".");
    const text = getIn(news, keys);
    const isJudged = typeof text === "string" && text !== "" && !isUnknown(text) && text !== getIn(olds, keys);
    return isJudged && !context.isSecret(keys[0] ?? "") ? [{ path, form, text }] : [];
  });
  const isOffer = ({ form }: Declared) => Object.hasOwn(offers, form);
  const options = declared.some(isOffer) ? await readOptions(context) : {};
  return declared.flatMap((one) => (isOffer(one) ? describeOffer(one, options) : describeForm(one)));
}

function describeForm({ path, form, text }: Declared): string[] {
  const { is, matches, known = () => [] }: Form = forms[form as keyof typeof forms];
  if (matches(text)) return [];
  const nearest = nearestName(text, known());
  const hint = nearest === undefined ? "" : ` (did you mean ${nearest}?)`;
  return [`${path} ${JSON.stringify(text)} does not look like ${is}${hint}; it is sent as it is`];
}

function describeOffer({ path, form, text }: Declared, options: Properties): string[] {
  const { is, list, name, words } = offers[form as keyof typeof offers];
  const offered = objectsIn(options[list]).flatMap(({ [name]: one }) => (typeof one === "string" && one !== "" ? [one] : []));
  if (offered.length === 0 || [...offered, ...words].includes(text)) return [];
  const nearest = nearestName(text, offered);
  const all = `${offered.slice(0, 10).join(", ")}${offered.length > 10 ? ", …" : ""}`;
  const hint = nearest === undefined ? `it offers ${all}` : `did you mean ${nearest}? It offers ${all}`;
  return [`${path} ${JSON.stringify(text)} is sent as it is, but is not ${is} that the service offers; ${hint}`];
}

/** The options of the service, read once for all resources; empty if it lacks the call or cannot be reached. */
async function readOptions(context: Pick<LifecycleContext, "client">): Promise<Properties> {
  try {
    // Without settings there is no client.
    return await context.client.shared(workspaces.options, {});
  } catch {
    return {};
  }
}
