/** Names derived from others. */

export const capitalized = (name: string): string => name.charAt(0).toUpperCase() + name.slice(1);
export const kebab = (name: string): string => name.replace(/(?<!^)([A-Z])/g, "-$1").toLowerCase();
/** Returns the name of a value in its enumeration: `TG00`. */
export const enumerationName = (value: string): string => capitalized(value).replace(/\W/g, "");
