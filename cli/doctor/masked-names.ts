import * as shapes from "../../client/wire/shapes";

/** Common words in field names that do not occur in documented fields. */
const common =
  "access active addon api app apps arn available base billing branch category class cluster code comment configs configurations " +
  "creation credit custom data default delete detail details disabled disk doc edit endpoint engine entry error errors expire " +
  "expired expires failed feature file flag format from group groups hash health icon ids image info install installed instance " +
  "instances int item items job key keys kind label labels language latest level limit limits link links locked logo logs maximum " +
  "meta metadata min minimum mode module network next node nodes object options order organization owner parameters parent path " +
  "paused payload permission permissions plan policy port price pricing private profile progress project public queue quota rate " +
  "ready reason replica request required resource resources result roles root rule run running schema scope second section secret " +
  "security server service session setting settings source stack started stopped string sub summary support supported sync system " +
  "table tags task tenant text times timeout title token unit uri url usage use used user users uuid valid value values view " +
  "visible volume";

const known = new Set([...common.split(" "), ...Object.values(shapes).flatMap(({ fields }) => Object.keys(fields).flatMap(wordsOf))]);

function wordsOf(name: string): string[] {
  return name
    .replace(/([a-z])([A-Z])/g, "$1_$2")
    .toLowerCase()
    .split(/[_\s-]+/);
}

/** Masks an undocumented name for a report: uncommon words, which might identify someone, become `?`. */
export function maskName(name: string): string {
  const masked = wordsOf(name).map((word) => (known.has(word) ? word : "?"));
  return masked.includes("?") ? masked.join("_").replace(/\?(_\?)+/g, "?") : name;
}
