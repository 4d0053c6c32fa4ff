import { cell, code, prose, visible } from "./escape";
import type { ShownValue } from "./model";
import { jsonOf, valueText } from "./words";

/** Renders names, values and emphasis for a format. Each function escapes its argument. */
export interface Style {
  readonly name: (text: string) => string;
  /** Renders a name, or a part of a value, which can be long. */
  readonly cell: (text: string) => string;
  readonly value: (shown: ShownValue) => string;
  readonly strong: (text: string) => string;
  readonly link: (text: string, url: string) => string;
  /** Renders a sentence from an external source, such as the service. */
  readonly sentence: (text: string) => string;
}

/** A string that is unambiguous without quotes: it is not a number, a JSON literal, or several values. */
const plain = /^(?!(?:true|false|null)$)[A-Za-z][\w.:/ -]{0,59}$/;

function plainText(shown: ShownValue): string | undefined {
  return shown.is === "value" && typeof shown.value === "string" && plain.test(shown.value) ? shown.value : undefined;
}

export const markdownStyle: Style = {
  name: (text) => code(text),
  cell: (text) => cell(text),
  value(shown) {
    const text = plainText(shown);
    return text === undefined ? valueText(shown) : code(text);
  },
  strong: (text) => `**${text}**`,
  link: (text, url) => `[${code(text)}](${url.replace(/[()<>"\s]/g, (sign) => `%${sign.charCodeAt(0).toString(16)}`)})`,
  sentence: (text) => prose(text),
};

export function textStyle(color: boolean): Style {
  return {
    name: visible,
    cell: visible,
    value: (shown) => plainText(shown) ?? (shown.is === "value" ? visible(jsonOf(shown)) : valueText(shown)),
    link: visible,
    strong: (text) => (color ? `\u001b[1m${text}\u001b[22m` : text),
    sentence: visible,
  };
}
