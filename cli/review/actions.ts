/**
 * The actions on a resource in the order of printing, with the words for one object and for a number of them. `stop managing`: the state
 * forgets it, and nothing is sent. `keep live values`: the state takes them over. `refused deletion`: the state protects the object, so the
 * update fails. `may change`: the only values that differ depend on other resources, and are known only during the update.
 */
export const actions = {
  "refused deletion": { done: "deletion refused: it is protected", one: "refused deletion", many: "refused deletions" },
  delete: { done: "deleted", one: "deletion", many: "deletions" },
  replace: { done: "replaced", one: "replacement", many: "replacements" },
  "stop managing": { done: "no longer managed", one: "no longer managed", many: "no longer managed" },
  change: { done: "changed", one: "change", many: "changes" },
  adopt: { done: "adopted", one: "adopted", many: "adopted" },
  create: { done: "created", one: "created", many: "created" },
  import: { done: "imported", one: "imported", many: "imported" },
  "keep live values": { done: "keeps its live values", one: "resource keeps its live values", many: "resources keep their live values" },
  "may change": { done: "may change", one: "may change", many: "may change" },
} as const;

export type Action = keyof typeof actions;

export const actionOrder = Object.keys(actions) as Action[];
