import { type ExportedDeployment } from "../../testing/engine";

/** The scene program's stack as the CLI (3.257) exported it; its passphrase is `pass`. */
export const cliState: ExportedDeployment = {
  version: 3,
  deployment: {
    manifest: {
      time: "2026-11-21T00:12:58.238659484Z",
      magic: "888fa3af0eb9a50c13c3f68ef265223556e63c9aa58458a6dc342d69bf24e0bd",
      version: "v3.257.0",
    },
    secrets_providers: {
      type: "passphrase",
      state: {
        salt: "v1:CjD05wc0L64=:v1:dOhpqzloG2kfQaxk:qZ8OcWs0kW+u1+JUSsjTFjDNKa4Jmw==",
      },
    },
    resources: [
      {
        urn: "urn:pulumi:dev::scene::pulumi:pulumi:Stack::scene-dev",
        custom: false,
        type: "pulumi:pulumi:Stack",
        outputs: {
          b: "out of a",
        },
        created: "2026-11-21T00:12:56.448125009Z",
        modified: "2026-11-21T00:12:56.448125009Z",
        sourcePosition: "project:///index.ts#59,61",
        stackTrace: [
          {
            sourcePosition: "project:///index.ts#59,61",
          },
          {},
        ],
      },
      {
        urn: "urn:pulumi:dev::scene::pulumi:providers:pulumi-nodejs::default",
        custom: true,
        id: "4f66a3d5-6c05-479a-8198-4d05c1b58ca3",
        type: "pulumi:providers:pulumi-nodejs",
        created: "2026-11-21T00:12:58.182128659Z",
        modified: "2026-11-21T00:12:58.182128659Z",
      },
      {
        urn: "urn:pulumi:dev::scene::pulumi-nodejs:dynamic/scene:Thing::a",
        custom: true,
        id: "a-1",
        type: "pulumi-nodejs:dynamic/scene:Thing",
        inputs: {
          __provider: 'exports.handler = () => require(process.cwd() + "/provider.js");',
          label: "a",
          s: {
            "4dabf18193072939515e22adb298388d": "1b47061264138c4ac30d75fd1eb44270",
            ciphertext: "v1:7j+WRLnBNmKKHXMz:hzN4rOGNZtnG6bmuXW+XdyoHB2W4",
          },
          value: 1,
        },
        outputs: {
          __provider: 'exports.handler = () => require(process.cwd() + "/provider.js");',
          echo: 1,
          generation: "a-1",
          label: "a",
          out: "out of a",
          s: {
            "4dabf18193072939515e22adb298388d": "1b47061264138c4ac30d75fd1eb44270",
            ciphertext: "v1:as05FauV6AmnS57l:DxrWguqktr41YD7ZAYssL246HpDp",
          },
          value: 1,
        },
        parent: "urn:pulumi:dev::scene::pulumi:pulumi:Stack::scene-dev",
        provider: "urn:pulumi:dev::scene::pulumi:providers:pulumi-nodejs::default::4f66a3d5-6c05-479a-8198-4d05c1b58ca3",
        propertyDependencies: {
          __provider: [],
          label: [],
          s: [],
          value: [],
        },
        created: "2026-11-21T00:12:58.200359274Z",
        modified: "2026-11-21T00:12:58.200359274Z",
        sourcePosition: "project:///index.ts#59,61",
        stackTrace: [
          {
            sourcePosition: "project:///index.ts#59,61",
          },
          {},
        ],
      },
      {
        urn: "urn:pulumi:dev::scene::pulumi-nodejs:dynamic/scene:Thing::b",
        custom: true,
        id: "b-1",
        type: "pulumi-nodejs:dynamic/scene:Thing",
        inputs: {
          __provider: 'exports.handler = () => require(process.cwd() + "/provider.js");',
          label: "b",
          value: "out of a",
        },
        outputs: {
          __provider: 'exports.handler = () => require(process.cwd() + "/provider.js");',
          echo: "out of a",
          generation: "b-1",
          label: "b",
          out: "out of b",
          value: "out of a",
        },
        parent: "urn:pulumi:dev::scene::pulumi:pulumi:Stack::scene-dev",
        dependencies: ["urn:pulumi:dev::scene::pulumi-nodejs:dynamic/scene:Thing::a"],
        provider: "urn:pulumi:dev::scene::pulumi:providers:pulumi-nodejs::default::4f66a3d5-6c05-479a-8198-4d05c1b58ca3",
        propertyDependencies: {
          __provider: [],
          label: [],
          value: ["urn:pulumi:dev::scene::pulumi-nodejs:dynamic/scene:Thing::a"],
        },
        created: "2026-11-21T00:12:58.219250618Z",
        modified: "2026-11-21T00:12:58.219250618Z",
        sourcePosition: "project:///index.ts#59,61",
        stackTrace: [
          {
            sourcePosition: "project:///index.ts#59,61",
          },
          {},
        ],
      },
    ],
    metadata: {},
  },
};
