/** Returns `1 change` or `2 changes`. */
export function count(number: number, one: string, many = `${one}s`): string {
  return `${number} ${number === 1 ? one : many}`;
}

export function capitalized(text: string): string {
  const [first = "", ...rest] = text;
  return first.toUpperCase() + rest.join("");
}

/** Escapes characters that affect a terminal: control characters, invisible characters, line separators, and changes of direction. */
export function escapeInvisible(text: string): string {
  return text.replace(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}]/gu, (character) =>
    Array.from({ length: character.length }, (_, index) => `\\u${character.charCodeAt(index).toString(16).padStart(4, "0")}`).join(""),
  );
}
