import { workspaces } from "../../client/api/workspaces";
import { objectsIn } from "../../client/wire/json";
import type { AnyResource } from "../definition";
import { type TextFormat, type FormatName, formats, serviceOptions } from "../values/formats";
import { getIn, type Values } from "../values/json";
import { nearestName } from "../values/nearest-name";
import { isUnknown } from "../values/unknowns";
import type { ControllerContext } from "./operation";

type ServiceOption = (typeof serviceOptions)[keyof typeof serviceOptions];

/** Warns about new or changed strings with an unexpected format, or with a value that the service does not offer. They are sent anyway, because neither is specified. */
export async function formatWarnings(
  { formats: expected }: AnyResource,
  olds: Values,
  news: Values,
  context: Pick<ControllerContext, "client" | "isSecret">,
): Promise<string[]> {
  const texts = Object.entries(expected).flatMap(([path, format]) => {
    const keys = path.split(".");
    const text = getIn(news, keys);
    const isChecked = typeof text === "string" && text !== "" && !isUnknown(text) && text !== getIn(olds, keys);
    return isChecked && !context.isSecret(keys[0] ?? "") ? [{ path, format, text }] : [];
  });
  const options = texts.some(({ format }) => isServiceOption(format)) ? await readOptions(context) : {};
  return texts.flatMap(({ path, format, text }) => {
    const problem = isServiceOption(format)
      ? compareWithServiceOptions(text, serviceOptions[format], options)
      : compareWithFormat(text, formats[format]);
    return problem === undefined ? [] : [`${path} ${JSON.stringify(text)} ${problem}`];
  });
}

const isServiceOption = (format: FormatName): format is keyof typeof serviceOptions => Object.hasOwn(serviceOptions, format);

function compareWithFormat(text: string, { description, matches, knownTexts }: TextFormat): string | undefined {
  if (matches(text)) return undefined;
  const nearest = knownTexts && nearestName(text, knownTexts());
  const hint = nearest === undefined ? "" : ` (did you mean ${nearest}?)`;
  return `does not look like ${description}${hint}; it is sent unchanged`;
}

function compareWithServiceOptions(text: string, { is, list, name, words }: ServiceOption, options: Values): string | undefined {
  const offered = objectsIn(options[list]).flatMap(({ [name]: option }) => (typeof option === "string" && option !== "" ? [option] : []));
  if (offered.length === 0 || [...offered, ...words].includes(text)) return undefined;
  const nearest = nearestName(text, offered);
  const all = `${offered.slice(0, 10).join(", ")}${offered.length > 10 ? ", …" : ""}`;
  const hint = nearest === undefined ? `it offers ${all}` : `did you mean ${nearest}? It offers ${all}`;
  return `is sent unchanged, but is not ${is} that the service offers; ${hint}`;
}

/** Reads the service's options, once for all resources; empty if the service does not support the call, or the read fails. */
async function readOptions(context: Pick<ControllerContext, "client">): Promise<Values> {
  try {
    // Inside the try block, because a client without settings throws.
    return await context.client.shared(workspaces.options, {});
  } catch {
    return {};
  }
}
