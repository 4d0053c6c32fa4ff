import * as pulumi from "@pulumi/pulumi";
import { AddonConfiguration, AllowListEntry, DatabaseUser, WorkspaceSettings } from "../../../sdk";
import { declareOnce } from "../../../sdk/shim";
import { endOf, later, mocked, runProgram as run } from "../../support/program-run";

const ids = { workgroupId: "wg", workspaceId: "ws" };
const configuration = { installedAddonId: "addon", configName: "main", configValue: { a: 1 } };
const user = { ...ids, username: "anna", password: "canary" };
const unknown = pulumi.output(pulumi.unknown as string);
const failing = () => pulumi.output(Promise.reject<string>(new Error("no such stack")));

const endsOf = (given: Record<string, pulumi.Input<string>>) => Promise.all(Object.values(given).map(endOf));

const message =
  /^WorkspaceSettings "two" declares what WorkspaceSettings "one" declares already \(workgroupId "wg", workspaceId "ws"\): keep one of the two, with all the arguments$/;

describe("what is declared twice in one program is refused", () => {
  test("at once if the ids are plain, naming both, and no password", async () => {
    await run(() => {
      new WorkspaceSettings("one", ids);
      expect(() => new WorkspaceSettings("two", ids)).toThrow(message);
      new AddonConfiguration("first", configuration);
      expect(() => new AddonConfiguration("second", { ...configuration, configValue: "x" })).toThrow(/"second" declares what .*"first"/);
      new AddonConfiguration("third", { ...configuration, configName: "other" });
      new DatabaseUser("first", user);
      expect(() => new DatabaseUser("second", { ...user, password: "other" })).toThrow(
        /^DatabaseUser "second" declares what .*"first" declares already \(workgroupId "wg", workspaceId "ws", username "anna"\): keep [^:]*$/,
      );
      new DatabaseUser("third", { ...user, username: "berta" });
    });
  });

  test("also under one name, in two components", async () => {
    await run(() => {
      const component = (name: string) => new pulumi.ComponentResource("a:b:C", name);
      new WorkspaceSettings("one", ids, { parent: component("a") });
      expect(() => new WorkspaceSettings("one", ids, { parent: component("b") })).toThrow(/"one" declares what WorkspaceSettings "one"/);
    });
  });

  test("when all ids are known if they come from other resources; the last to be known fails alone", async () => {
    await run(async () => {
      const first = declareOnce("WorkspaceSettings", "one", { workgroupId: "wg", workspaceId: later("ws") });
      expect(await endsOf(first)).toEqual(["wg", "ws"]);
      const second = declareOnce("WorkspaceSettings", "two", { workgroupId: pulumi.output("wg"), workspaceId: later("ws") });
      expect(await endsOf(second)).toEqual(["wg", expect.stringMatching(message)]);
      expect(() => declareOnce("WorkspaceSettings", "two", { workgroupId: "wg", workspaceId: "ws" })).toThrow(message);
    });
  });

  test("without showing a secret id", async () => {
    await run(async () => {
      const secretly = () => ({ workgroupId: "wg", workspaceId: pulumi.secret("canary") });
      await endsOf(declareOnce("WorkspaceSettings", "one", secretly()));
      const [, end] = await endsOf(declareOnce("WorkspaceSettings", "two", secretly()));
      expect(end).toContain('(workgroupId "wg", workspaceId "[secret]")');
    });
  });

  test("also if one range is written in two ways", async () => {
    await run(() => {
      new AllowListEntry("one", { workgroupId: "wg", cidr: "203.0.113.7" });
      expect(() => new AllowListEntry("two", { workgroupId: "wg", cidr: "203.0.113.7/32" })).toThrow(/"two" declares what .*"one"/);
      new AllowListEntry("three", { workgroupId: "wg", cidr: "203.0.113.8/32" });
    });
  });
});

describe("nothing is refused", () => {
  test("if only the concatenated ids are equal, nor for another kind", async () => {
    await run(() => {
      declareOnce("WorkspaceSettings", "one", { workgroupId: "a", workspaceId: "b/c" });
      expect(() => declareOnce("WorkspaceSettings", "two", { workgroupId: "a/b", workspaceId: "c" })).not.toThrow();
      expect(() => declareOnce("WorkspaceRefresh", "two", { workgroupId: "a", workspaceId: "b/c" })).not.toThrow();
    });
  });

  test("in two runs of one process, nor in a run after one that refused it", async () => {
    for (const name of ["one", "two", "three"]) {
      const registered = await run(() => [new WorkspaceSettings(name, ids), new DatabaseUser(name, user)]);
      expect(registered).toHaveLength(2);
    }
  });

  test("while the ids are not known in a preview", async () => {
    const registered = await run(() => {
      new WorkspaceSettings("one", { workgroupId: "wg", workspaceId: unknown });
      new WorkspaceSettings("two", { workgroupId: "wg", workspaceId: unknown });
    }, true);
    expect(registered.map(({ name }) => name).sort()).toEqual(["one", "two"]);
  });

  test("in users' tests that set mocks once for all of them, whatever the names", async () => {
    const registered = await mocked();
    for (const name of ["graph", "graph", "another"]) {
      const component = new pulumi.ComponentResource("acme:platform:Graph", name);
      new WorkspaceSettings(name, ids, { parent: component });
      new WorkspaceSettings(`${name}-later`, { ...ids, workspaceId: later("ws") }, { parent: component });
      new DatabaseUser(name, user, { parent: component });
      await new Promise((resolve) => setImmediate(resolve));
    }
    await pulumi.runtime.disconnect();
    expect(registered.filter(({ inputs }) => "__provider" in inputs)).toHaveLength(9);
  });
});

describe("each id stays as it is given,", () => {
  test("beside one that is not known in a preview", async () => {
    const registered = await run(async () => {
      expect(await endsOf(declareOnce("DatabaseUser", "u", { ...ids, workgroupId: unknown, username: later("a") }))).toEqual([
        "unknown",
        "ws",
        "a",
      ]);
      new DatabaseUser("user", { ...user, workspaceId: unknown });
    }, true);
    expect(registered[0]?.inputs).toMatchObject({ workgroupId: "wg", workspaceId: { __pulumiUnknown: true }, username: "anna" });
  });

  test("beside one that is secret", async () => {
    const registered = await run(async () => {
      expect(await endsOf(declareOnce("DatabaseUser", "u", { ...ids, workspaceId: pulumi.secret("s"), username: later("a") }))).toEqual([
        "wg",
        "secret s",
        "a",
      ]);
      new WorkspaceSettings("settings", { workgroupId: later("wg"), workspaceId: pulumi.secret("ws") });
    });
    expect(registered[0]?.inputs["__secrets"]).toEqual(["workspaceId"]);
  });

  test("beside one that fails, which fails with its own words", async () => {
    await run(async () => {
      const given = declareOnce("DatabaseUser", "u", { ...ids, workgroupId: failing(), username: later("a") });
      expect(await endsOf(given)).toEqual(["no such stack", "ws", "a"]);
    });
  });

  test("a plain one the same value", async () => {
    await run(() => {
      expect(declareOnce("DatabaseUser", "u", { ...ids, username: later("a") })).toMatchObject(ids);
    });
  });
});
