import { type Field, integer, optional, text } from "./fields";

const seconds: Field<number> = {
  shape: { is: "number", isInteger: false, min: 0.001, max: 3600 },
  description: "Time limit of one request, in seconds.",
  default: "30",
};

/** The settings of an account, which both the stack configuration and an explicit provider accept. */
export const account = {
  description:
    "An account, for programs that manage resources in several accounts: pass it as the option `provider`. Resources without one use the stack's configuration. Changing the key updates the provider and replaces nothing.",
  example: `
const production = new Provider("production", { baseUrl, apiKey: config.requireSecret("productionKey") });
new WorkspaceSettings("analytics", { workgroupId, workspaceId, autoStopMinutes: 30 }, { provider: production });
`,
  settings: {
    baseUrl: optional(text("The control plane's address, e.g. `https://api.example.com`; `http` only for loopback hosts.")),
    apiKey: optional(text("The control plane's API key; always kept secret, and never sent to a data plane.", { secret: true })),
    requestTimeoutSeconds: optional(seconds),
    maxRetries: optional(
      integer("Maximum number of retries of a request; a 500 response of type `Internal-Error` is retried only once.", {
        min: 0,
        max: 20,
        default: "4",
      }),
    ),
    maxConcurrency: optional(integer("Maximum number of concurrent requests.", { min: 1, max: 1000, default: "8" })),
  },
} as const;
