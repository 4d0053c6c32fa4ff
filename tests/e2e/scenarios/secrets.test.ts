import { canaryKey, secondCanaryKey } from "../../support/scenario-canary";
import { runScenarios } from "../../support/scenario-suite";

const secretConfiguration = (password: string, minutes = 30) => `
  settings("main", {
    autoStopMinutes: ${minutes},
    addons: { insights: { enable: true, enableConfiguration: pulumi.secret({ password: "${password}" }) } },
  });
`;
const addons = (password: string) =>
  `{"addons":[{"addons_id":"insights","enable":true,"enable_configuration":{"theme":"light","rows":50,"password":"${password}"}}]}`;

runScenarios("secrets", [
  {
    name: "A secret argument is sent, encrypted in the state and shown to nobody",
    steps: [
      {
        title: "adopted",
        program: secretConfiguration("first-confidential-word"),
        run: "up",
        expect: {
          steps: ["create main"],
          writes: [`PUT production/main ${addons("***")}`],
          told: ['{"addons":"[secret]"}'],
          untold: ["first-confidential-word"],
        },
      },
      { title: "again", run: "up --skip-preview", expect: { steps: ["same main"], reads: 0 } },
      {
        title: "another secret is a change that shows no value",
        program: secretConfiguration("second-confidential-word"),
        run: "up --skip-preview",
        expect: {
          steps: ["update main"],
          writes: [`PUT production/main ${addons("***")}`],
          untold: ["first-confidential-word", "second-confidential-word"],
        },
      },
      {
        title: "drift of a secret shows no value either",
        before: (emulator) =>
          emulator.changeWorkspace("production", "main", {
            addons: [{ addons_id: "insights", enable: true, enable_configuration: { password: "third-confidential-word" } }],
          }),
        run: "up --refresh",
        expect: {
          steps: ["refresh:update main", "update main"],
          writes: ['PUT production/main {"addons":[{"addons_id":"insights","enable":true,"enable_configuration":{"password":"***"}}]}'],
          untold: ["second-confidential-word", "third-confidential-word"],
        },
      },
      { title: "let go of", run: "destroy --skip-preview", expect: { steps: ["delete main"], untold: ["confidential-word"], state: [] } },
    ],
  },
  {
    name: "After the key is rotated, an update sends the new one, and a refresh the one that the state holds",
    steps: [
      {
        title: "adopted with the first key",
        program: `settings("main", { autoStopMinutes: 60 });`,
        run: "up --skip-preview",
        expect: { steps: ["create main"], writes: ['PUT production/main {"auto_stop_minutes":60}'] },
      },
      {
        title: "the service takes only the second",
        before: (emulator) => emulator.rotateKey(secondCanaryKey),
        program: `settings("main", { autoStopMinutes: 45 });`,
        run: "up",
        expect: {
          exitCode: 1,
          steps: ["update main failed"],
          errors: ["Unauthorized"],
          untold: [canaryKey, secondCanaryKey],
          state: ["main"],
        },
      },
      {
        title: "a refresh goes by the state, which holds the first",
        config: { "graphplane:apiKey": { secret: secondCanaryKey } },
        run: "refresh",
        expect: { exitCode: 1, steps: ["refresh:same main"], errors: ["Unauthorized"], state: ["main"] },
      },
      {
        title: "an update goes by the configuration",
        run: "up --skip-preview",
        expect: { steps: ["update main"], writes: ['PUT production/main {"auto_stop_minutes":45}'] },
      },
      { title: "and from then on a refresh too", run: "refresh --skip-preview", expect: { steps: ["refresh:same main"] } },
    ],
  },
]);
