import { embedded, findCli } from "../../../testing/driver";
import { Stage } from "../../support/scenario-stage";
import { errorsOf, stepText } from "../../support/scenario-record";

const onCli = process.env.SCENARIO_ENGINE === "cli" ? test : test.skip;

const program = (minutes: number) => `
  const main = settings("main", {
    autoStopMinutes: ${minutes},
    addons: { insights: { enable: true, enableConfiguration: pulumi.secret({ password: "confidential-word" }) } },
  });
  settings("reporting", { workspaceName: pulumi.interpolate\`copy of \${main.name}\` });
  exports.host = pulumi.secret(main.host);
`;

describe("a state that is moved between the engines", () => {
  onCli(
    "from the embedded engine to the Pulumi CLI and back, nothing is to be done, and each goes on where the other stopped",
    async () => {
      const cli = await findCli();
      if (cli === undefined) throw new Error('there is no "pulumi" on PATH');
      const stage = await Stage.open();
      try {
        await stage.write(program(60));
        const here = await stage.stack(embedded);
        const there = await stage.stack(cli);
        const ran = async (stack: typeof here, operation: Parameters<typeof here.run>[0]) => {
          const mark = stage.emulator.journal.mark();
          const outcome = await stack.run(operation);
          return {
            exitCode: outcome.exitCode,
            errors: errorsOf(outcome),
            steps: outcome.steps.map(stepText).sort(),
            requests: stage.emulator.journal.since(mark).writes().length,
          };
        };
        const nothing = { exitCode: 0, errors: [], steps: ["same main", "same reporting"], requests: 0 };
        const changed = { exitCode: 0, errors: [], steps: ["same reporting", "update main"], requests: 1 };

        expect(await ran(here, "up")).toEqual({ exitCode: 0, errors: [], steps: ["create main", "create reporting"], requests: 2 });
        await there.import(await here.export());
        expect(await ran(there, "up")).toEqual(nothing);
        expect(await there.outputs()).toEqual({ host: "main.data.example" });
        await stage.write(program(45));
        expect(await ran(there, "up")).toEqual(changed);

        await here.import(await there.export());
        expect(await ran(here, "up")).toEqual(nothing);
        expect(await ran(here, "refresh")).toEqual({ ...nothing, steps: ["refresh:same main", "refresh:same reporting"] });
        await stage.write(program(30));
        expect(await ran(here, "up")).toEqual(changed);
        expect(await ran(here, "destroy")).toEqual({ exitCode: 0, errors: [], steps: ["delete main", "delete reporting"], requests: 0 });
      } finally {
        await stage.close();
      }
    },
    1_800_000,
  );
});
