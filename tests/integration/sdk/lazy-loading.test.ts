import type * as pulumi from "@pulumi/pulumi";
import type * as sdk from "../../../sdk";
import { startFixture } from "./functions/fixture";

test("a program that only declares resources loads neither HTTP nor schemas, and a function loads them", async () => {
  const { emulator, workgroupId } = await startFixture();
  const loaded: string[] = [];
  jest.resetModules();
  for (const name of ["axios", "zod"])
    jest.doMock(name, () => {
      loaded.push(name);
      return jest.requireActual<object>(name);
    });
  try {
    // eslint-friendly: a fresh copy of the SDK, through jest's own registry.
    const fresh = jest.requireActual<typeof sdk>("../../../sdk");
    expect(typeof fresh.getWorkgroup).toBe("function");
    expect(loaded).toEqual([]);
    jest
      .requireActual<typeof pulumi>("@pulumi/pulumi")
      .runtime.setAllConfig({ "graphplane:baseUrl": emulator.url, "graphplane:apiKey": emulator.apiKey });
    await fresh.getWorkgroup({ workgroupId });
    expect(loaded.sort()).toEqual(["axios", "zod"]);
  } finally {
    jest.dontMock("axios").dontMock("zod");
  }
});
