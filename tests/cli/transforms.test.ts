import { closeAfterTest } from "../support/close-after-test";
import { fillAccount, programHeads } from "../support/scenario";
import { StackFixture } from "../support/stack-fixture";

/** Every way in which a program marks an argument after its resource was constructed. */
const program = `
const mark = ({ props, opts }) => ({ props: { ...props, note: pulumi.secret(props.note) }, opts });
const only = (name) => (args) => (args.name === name ? mark(args) : undefined);
const entry = (name, last, opts) => new g.AllowListEntry(name, { workgroupId: "production", cidr: "203.0.113." + last, note: "note-of-" + name }, opts);
pulumi.runtime.registerStackTransformation(only("stack-transformation"));
entry("stack-transformation", 1);
entry("own-transformation", 2, { transformations: [mark] });
entry("child-transformation", 3, { parent: new pulumi.ComponentResource("a:b:C", "c", {}, { transformations: [only("child-transformation")] }) });
entry("own-transform", 4, { transforms: [mark] });
entry("child-transform", 5, { parent: new pulumi.ComponentResource("a:b:C", "d", {}, { transforms: [only("child-transform")] }) });
pulumi.runtime.registerResourceTransform(only("later-transform"));
entry("later-transform", 6);
entry("all-marked", 7, { transforms: [({ props, opts }) => ({ props: { ...props, note: pulumi.secret(props.note), cidr: pulumi.secret(props.cidr) }, opts })] });
entry("changed-again", 8, { transforms: [mark, ({ props, opts }) => ({ props: { ...props, allowLockout: true }, opts })] });
new g.AllowListEntry("plain", { workgroupId: "production", cidr: "203.0.113.9", note: "shown" });
`;
const note = /note-of-[a-z-]+/g;

describe.each(["dynamic", "native"] as const)("through the %s provider", (providerKind) => {
  test("an argument that a transform marks as secret is in no line, record or state", async () => {
    const fixture = await StackFixture.open({ providerKind, service: { account: fillAccount, extensions: true } });
    closeAfterTest(fixture);
    await fixture.write(programHeads[providerKind] + program);
    const preview = await fixture.must("preview");
    const { records } = await (await fixture.stack()).previewJson();
    const up = await fixture.must("up");
    for (const text of [preview.text, records, up.text]) {
      expect(text).toContain("shown");
      expect(text.match(note)).toBeNull();
    }
    const sent = up.requests.flatMap(({ method, body }) => (method === "POST" ? (JSON.stringify(body).match(note) ?? []) : []));
    expect(sent).toHaveLength(8);
    expect(JSON.stringify(await (await fixture.stack()).export()).match(note)).toBeNull();
  });
});
