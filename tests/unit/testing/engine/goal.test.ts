import { Alias } from "@pulumi/pulumi/proto/alias_pb";
import { Callback } from "@pulumi/pulumi/proto/callback_pb";
import { ReadResourceRequest, RegisterResourceRequest } from "@pulumi/pulumi/proto/resource_pb";
import { Value } from "google-protobuf/google/protobuf/struct_pb";
import { goalOf, readGoalOf } from "../../../../testing/engine/goal";

const dynamic = () => new RegisterResourceRequest().setType("pulumi-nodejs:dynamic:Resource").setName("thing").setCustom(true);
const project = { root: "/", plugins: new Map<string, string>() };
const { CustomTimeouts, ResourceHooksBinding } = RegisterResourceRequest;

describe("a request", () => {
  const provided = dynamic();
  provided.getProvidersMap().set("x", "y");
  const mapped = dynamic();
  mapped.getEnvvarmappingsMap().set("x", "y");
  test.each<[feature: string, request: RegisterResourceRequest]>([
    ["remote components", dynamic().setRemote(true)],
    ["`import`", dynamic().setImportid("id")],
    ["`replaceOnChanges`", dynamic().setReplaceonchangesList(["a"])],
    ["`deletedWith`", dynamic().setDeletedwith("urn:x")],
    ["`replaceWith`", dynamic().setReplaceWithList(["urn:x"])],
    ["`replacementTrigger`", dynamic().setReplacementTrigger(new Value())],
    ["`customTimeouts`", dynamic().setCustomtimeouts(new CustomTimeouts().setCreate("5m"))],
    ["`hideDiffs`", dynamic().setHidediffsList(["a"])],
    ["`transforms`", dynamic().setTransformsList([new Callback()])],
    ["`hooks`", dynamic().setHooks(new ResourceHooksBinding().setAfterCreateList(["hook"]))],
    ["`envVarMappings`", mapped],
    ["`providers`", provided],
    ["aliases in structured form", dynamic().setAliasesList([new Alias()])],
    ["`provider`", dynamic().setProvider("urn::id")],
    ["`version`", dynamic().setVersion("1.0.0")],
    ["`pluginDownloadURL`", dynamic().setPlugindownloadurl("x")],
    ["parameterized packages", dynamic().setPackageref("x")],
    ["explicit providers", dynamic().setType("pulumi:providers:random")],
    ["not dynamic ones (type random:index:Pet)", dynamic().setType("random:index:Pet")],
    ['"a.b" in the option `ignoreChanges`', dynamic().setIgnorechangesList(["a.b"])],
    ['"*" in the option `ignoreChanges`', dynamic().setIgnorechangesList(["*"])],
  ])("is refused by name: %s", (feature, request) => {
    const refuse = () => goalOf(request, project);
    expect(refuse).toThrow(feature);
    expect(refuse).toThrow(/^thing .*Pulumi CLI\.$/);
  });

  test("empty timeouts, which the SDK always sends, are accepted", () => {
    expect(() => goalOf(dynamic().setCustomtimeouts(new CustomTimeouts()), project)).not.toThrow();
  });

  test.each<[feature: string, type: string]>([
    ["StackReference", "pulumi:pulumi:StackReference"],
    ["not dynamic ones", "random:index:Pet"],
  ])("to read is refused by name: %s", (feature, type) => {
    expect(() => readGoalOf(new ReadResourceRequest().setType(type).setName("other").setId("x"), project)).toThrow(feature);
  });
});
