/**
 * The actions on a resource in the order of printing, each with what is then done. `stop managing`: the state forgets it, and no request is
 * sent. `keep live values`: the state takes them over. `refused deletion`: the state protects the object, so the update fails. `may change`:
 * the only values that differ depend on other resources, and are known only during the update.
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
