/**
 * The actions on a resource in print order, each with its past participle. `stop managing`: the object is removed from the state, and no
 * request is sent. `keep live values`: the state adopts the live values. `refused deletion`: the object is protected, so the update fails.
 * `may change`: only values that are unknown until the update differ.
 */
export const actions = {
  "refused deletion": "deletion refused",
  delete: "deleted",
  replace: "replaced",
  "stop managing": "no longer managed",
  change: "changed",
  adopt: "adopted",
  create: "created",
  import: "imported",
  "keep live values": "already as declared",
  "may change": "may change",
} as const;

export type Action = keyof typeof actions;

export const actionOrder = Object.keys(actions) as Action[];
