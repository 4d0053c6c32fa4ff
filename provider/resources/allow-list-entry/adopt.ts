import { type AllowedRange, allowLists, type Client } from "../../../client";
import type { AdoptFacts } from "../../adopt/facts";
import { whyPrivate, whyUnwritable } from "../../adopt/secrets";
import { canonicalRange, rangeProblem } from "../../values/cidr";
import { allowListEntry } from "./crud";

interface FoundRange extends AllowedRange {
  readonly workgroupId: string;
}

/** Adopts the entries of allow lists. Each is declared with its range and, unless the note is private, with its note. */
export const allowListEntryAdoption: AdoptFacts<FoundRange> = {
  objects: { one: "entry of allow lists", many: "entries of allow lists", option: "no-allowed-ranges" },
  heading: "Address ranges on allow lists.",

  read(reader, { workgroups }) {
    const lists = workgroups.map(({ workgroup_id: workgroupId, name }) => ({
      place: `workgroup ${JSON.stringify(name || workgroupId)}`,
      read: async (client: Client) => {
        const { found } = await client.shared(allowLists.list, { workgroupID: workgroupId });
        return found.map((range) => ({ ...range, workgroupId }));
      },
    }));
    return reader.lists("entries of allow lists", "this service does not list them.", lists);
  },

  declare: (ranges, { workgroups, holdsCredential }, leaveOut) =>
    ranges.map(({ workgroupId, id, cidr, note: live }) => {
      const workgroup = workgroups.find((one) => one.id === workgroupId);
      if (workgroup === undefined) return undefined;
      const what = `the entry ${JSON.stringify(id)} of the allow list of ${workgroup.name}`;
      const whyNote = whyPrivate(live, holdsCredential) ?? whyUnwritable(live);
      const note = whyNote === undefined ? live : undefined;
      const args = { workgroupId, cidr: canonicalRange(cidr), ...(note === undefined ? {} : { note }) };
      const isDuplicate = ranges.some(
        (other) => other.id !== id && other.workgroupId === workgroupId && canonicalRange(other.cidr) === args.cidr,
      );
      if (isDuplicate) return void leaveOut(what, "several entries have its range.");
      const why = whyUndeclarable(args, id);
      if (why !== undefined) return void leaveOut(what, `${why}.`);
      if (whyNote !== undefined) leaveOut(what, `${whyNote}.`, "note");
      const name = { name: note ?? cidr, qualifier: workgroup.name, id, kind: "entry" };
      return { name, id: `${workgroupId}/${id}`, args, outputs: { entryId: id, __seen: true } };
    }),
};

/** Explains which part of an entry cannot be declared; undefined if all parts can. */
function whyUndeclarable(args: { readonly workgroupId: string; readonly cidr: string }, id: string): string | undefined {
  const range = rangeProblem(args.cidr);
  if (range !== undefined) return `its range cannot be declared: it ${range}`;
  const identifier = whyUnwritable(id);
  if (identifier !== undefined) return `its identifier cannot be declared: ${identifier}`;
  const isValid = allowListEntry.schema.safeParse(args).success && whyUnwritable(args.workgroupId) === undefined;
  return isValid ? undefined : "the identifier of its workgroup cannot be declared";
}
