import { runScenarios } from "../../support/scenario-suite";

const adopted = `
  const main = settings("main", { autoStopMinutes: 60, enableAutoStart: true });
  exports.host = main.host;
`;

runScenarios("everyday work", [
  {
    name: "A workspace that differs is adopted with one request that holds what differs",
    steps: [
      {
        title: "the preview says what will be sent, and sends nothing",
        program: adopted,
        run: "preview",
        expect: {
          steps: ["create main"],
          told: ['graphplane: PUT /workgroups/production/workspaces/main {"auto_stop_minutes":60} was {"auto_stop_minutes":30}'],
          reads: 1,
          state: [],
        },
      },
      {
        title: "the update sends it",
        run: "up",
        expect: {
          steps: ["create main"],
          writes: ['PUT production/main {"auto_stop_minutes":60}'],
          reads: 2,
          outputs: { host: "main.data.example" },
          live: { main: { auto_stop_minutes: 60 } },
        },
      },
      { title: "a second update has nothing to do and asks nothing", run: "up --skip-preview", expect: { steps: ["same main"], reads: 0 } },
      {
        title: "a changed setting is sent alone",
        program: `settings("main", { autoStopMinutes: 45, enableAutoStart: true });`,
        run: "up",
        expect: { steps: ["update main"], writes: ['PUT production/main {"auto_stop_minutes":45}'], reads: 2, outputs: {} },
      },
      {
        title: "a dropped argument is let go of: nothing is sent",
        program: `settings("main", { autoStopMinutes: 45 });`,
        run: "up --skip-preview",
        expect: {
          steps: ["update main"],
          told: ["graphplane: /workgroups/production/workspaces/main: enableAutoStart is no longer declared, left at true"],
          live: { main: { enable_auto_start: true, auto_stop_minutes: 45 } },
        },
      },
      {
        title: "destroying lets go of the workspace",
        run: "destroy",
        expect: { steps: ["delete main"], told: ['left as they are (deletionPolicy "retain")'], reads: 0, state: [] },
      },
    ],
  },
  {
    name: "A workspace that is as declared is adopted without a request that changes it",
    steps: [
      {
        title: "nothing differs",
        program: `settings("main", { autoStopMinutes: 30, maintenanceWindow: { hourOfDay: 2 } });`,
        run: "up --skip-preview",
        expect: { steps: ["create main"], reads: 2, untold: ["graphplane: PUT"] },
      },
      {
        title: "what only says how to behave changes the state alone",
        program: `settings("main", { autoStopMinutes: 30, maintenanceWindow: { hourOfDay: 2 }, timeoutSeconds: 60, deletionPolicy: "pause" });`,
        run: "up --skip-preview",
        expect: { steps: ["update main"], reads: 0 },
      },
      {
        title: "the new policy counts when the workspace is let go of",
        run: "destroy --skip-preview",
        expect: { steps: ["delete main"], writes: ['PUT production/main {"pause":true}'], live: { main: { status: "Pausing" } } },
      },
    ],
  },
  {
    name: "Nested settings are sent whole, and what is not declared in them stays",
    service: { profile: "observed", nested: "replace" },
    steps: [
      {
        title: "one key of the agent's configuration and one of an add-on's",
        program: `
          settings("main", {
            agentConfig: { heartbeatIntervalSeconds: 10 },
            addons: { insights: { enable: true, enableConfiguration: { theme: "dark" } } },
          });
        `,
        run: "up --skip-preview",
        expect: {
          steps: ["create main"],
          writes: [
            `PUT production/main ${JSON.stringify({
              addons: [{ addons_id: "insights", enable: true, enable_configuration: { theme: "dark", rows: 50 } }],
              agent_config: {
                catalog_activity_update_interval_seconds: 60,
                heartbeat_interval_seconds: 10,
                query_activity_update_interval_seconds: 60,
                topology_update_interval_seconds: 300,
                enable_topology_force_update: false,
              },
            })}`,
          ],
        },
      },
      { title: "again", run: "up --skip-preview", expect: { steps: ["same main"], reads: 0 } },
      {
        title: "the same configuration as a text means the same",
        program: `
          settings("main", {
            agentConfig: { heartbeatIntervalSeconds: 10 },
            addons: { insights: { enable: true, enableConfiguration: '{ "theme": "dark" }' } },
          });
        `,
        run: "up --skip-preview",
        expect: { steps: ["same main"], reads: 0 },
      },
      {
        title: "switching the add-on off keeps its configuration",
        program: `settings("main", { addons: { insights: { enable: false } } });`,
        run: "up --skip-preview",
        expect: {
          steps: ["update main"],
          writes: [
            'PUT production/main {"addons":[{"addons_id":"insights","enable":false,"enable_configuration":{"theme":"dark","rows":50}}]}',
          ],
        },
      },
    ],
  },
  {
    name: "A change that shows late is waited for",
    service: { settleAfter: 2, statusAfter: 2 },
    steps: [
      {
        title: "a setting that shows two reads later",
        program: `settings("main", { autoStopMinutes: 60 });`,
        run: "up --skip-preview",
        expect: {
          steps: ["create main"],
          writes: ['PUT production/main {"auto_stop_minutes":60}'],
          live: { main: { auto_stop_minutes: 60 } },
        },
      },
      {
        title: "a pause is waited for until the status that the program names shows twice",
        program: `settings("main", { autoStopMinutes: 60, pause: true, waitForStatus: ["Idle"], timeoutSeconds: 20 });`,
        run: "up --skip-preview",
        expect: {
          steps: ["update main"],
          writes: ['PUT production/main {"pause":true}'],
          told: ["the record does not show pause"],
          live: { main: { status: "Idle" } },
        },
      },
      { title: "what the record does not show is not sent again", run: "up --skip-preview", expect: { steps: ["same main"], reads: 0 } },
    ],
  },
]);
