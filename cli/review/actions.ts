/**
 * The actions on a resource in print order, each with its past participle. `stop managing`: the state forgets the object, and no request is
 * sent. `keep live values`: the state adopts them. `refused deletion`: the object is protected, so the update fails. `may change`:
 * only values that are not known until the update differ.
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
