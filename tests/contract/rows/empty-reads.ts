import type { EmptyRead } from "../row";

type Shapes = Pick<EmptyRead, "nothing" | "otherShapes">;

/** A list that shows none of its objects. */
export const emptyLists: Shapes = { nothing: { null: () => null, "[]": () => [] }, otherShapes: { '""': () => "", "{}": () => ({}) } };

/** A record that is not there. */
export const emptyRecords: Shapes = { nothing: { null: () => null, '""': () => "", "{}": () => ({}) }, otherShapes: { "[]": () => [] } };

/** A workgroup that does not return its workspace. */
export const emptyWorkgroups: Shapes = {
  nothing: { "workspaces: []": (result) => ({ ...(result as object), workspaces: [] }) },
  otherShapes: {
    "workspaces: null": (result) => ({ ...(result as object), workspaces: null }),
    null: () => null,
    '""': () => "",
    "{}": () => ({}),
  },
};
