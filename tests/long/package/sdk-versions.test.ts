import { rm } from "node:fs/promises";
import { join } from "node:path";
import { asItShould, companions, consumerFolder, driven, install, packInto } from "./consumer";

/** The ends of what is tried of the peer range of package.json; all other tests run with the version between that is installed. */
test.each(["3.200.0", "3.270.0"])("programs of both languages run with version %s of the Pulumi SDK", async (version) => {
  const folder = await consumerFolder();
  try {
    const { filename } = await packInto(folder);
    await install(folder, [join(folder, filename), ...(await companions(version))]);
    expect(await driven("typescript", folder)).toEqual(asItShould);
    expect(await driven("javascript", folder)).toEqual(asItShould);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
});
