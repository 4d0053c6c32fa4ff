import { handler } from "../../../provider/dynamic/handler";
import { registry } from "../../../provider/registry";

test.each(Object.keys(registry))("the text in states finds the provider of %s", (kind) => {
  expect(handler(kind)).toMatchObject({ create: expect.any(Function) as unknown, delete: expect.any(Function) as unknown });
});

test.each(["Cluster", "", "constructor", "__proto__"])(
  "a state of another version, with the kind %j, is told which one it needs",
  (kind) => {
    const known = Object.keys(registry).join(", ");
    expect(() => handler(kind)).toThrow(
      `graphplane: this version knows no resource ${JSON.stringify(kind)} (it knows ${known}): use the version that made the state, or a later one`,
    );
  },
);
