import { renameKeys } from "./fields";
import { explainMissingCall } from "./find";
import type { FunctionDefinition } from "./look-up";
import type { CloudProvider } from "./records";
import * as shapes from "../../client/wire/shapes";

/** The cloud providers in which workgroups may be created: the organization's own, and the public ones. */
export const getCloudProviders: FunctionDefinition<object, CloudProvider[]> = {
  name: "getCloudProviders",

  async read(context) {
    const list = async (which: "own" | "public", path: string) => {
      const read = () => context.share(`cloud providers ${which}`, (client) => client.workgroups.cloudProviders(which));
      const found = await explainMissingCall(read, `GET ${path}`, "Copy the identifier from an existing workgroup (getWorkgroup)");
      return found.map((record) => renameKeys<CloudProvider>({ ...record, public: which === "public" }, shapes.cloudProvider));
    };
    return [...(await list("own", "/cloud-providers")), ...(await list("public", "/cloud-providers/public"))];
  },
};
