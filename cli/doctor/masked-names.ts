import * as shapes from "../../client/wire/shapes";

/** Words of field names in general use, beside those of the documented fields. */
const common =
  "access active activity addon addons allow allowed api app application apps arn at auto automatic available backup base billing branch " +
  "catalog category class cloud cluster code comment condition config configs configuration configurations count cpu create created creation " +
  "credit current custom data database databases date default delete deleted description detail details disabled disk display doc edit email " +
  "enable enabled end endpoint engine entry error errors expire expired expires failed feature file files flag folder format free from group " +
  "groups hash health host hour icon id ids image info install installed instance instances int interval ip is item items job key keys kind " +
  "label labels language last latest level limit limits link links list locked log logo logs max maximum memory message meta metadata min " +
  "minimum minutes mode modified module name network next node nodes note number object on options order org organization owner parameters " +
  "parent partition path pause paused payload permission permissions plan platform policy port price pricing private profile progress " +
  "project provider public query queue quota rate ready reason region regions replica replicas request required resource resources result " +
  "retry role roles root rule run running schedule schema scope second seconds section secret security server service session setting " +
  "settings short size solution source stack start started state statistics status stop stopped storage strategy string sub summary support " +
  "supported sync system table tag tags task tenant text time times timeout timezone title token total type types unique unit update updated " +
  "upgrade uri url usage use used user users uuid valid value values vector version versions view visible volume week window workgroup " +
  "workspace workspaces zone";

const known = new Set([...common.split(" "), ...Object.values(shapes).flatMap(({ fields }) => Object.keys(fields).flatMap(wordsOf))]);

function wordsOf(name: string): string[] {
  return name
    .replace(/([a-z])([A-Z])/g, "$1_$2")
    .toLowerCase()
    .split(/[_\s-]+/);
}

/** An undocumented name as a report shows it: words that are not in general use, which may name someone, are `?`. */
export function maskName(name: string): string {
  const masked = wordsOf(name).map((word) => (known.has(word) ? word : "?"));
  return masked.includes("?") ? masked.join("_").replace(/\?(_\?)+/g, "?") : name.trim();
}
