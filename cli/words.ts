/** Words that several commands share. */

/** `1 change`, `2 changes` */
export function count(number: number, one: string, many = `${one}s`): string {
  return `${number} ${number === 1 ? one : many}`;
}

export function capitalized(text: string): string {
  const [first = "", ...rest] = text;
  return first.toUpperCase() + rest.join("");
}

/** A text without characters that act on a terminal: those that control, are invisible, end a line or turn the direction of writing. */
export function escapeInvisible(text: string): string {
  return text.replace(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}]/gu, (character) =>
    Array.from({ length: character.length }, (_, index) => `\\u${character.charCodeAt(index).toString(16).padStart(4, "0")}`).join(""),
  );
}
