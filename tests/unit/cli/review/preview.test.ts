import { parsePreview } from "../../../../cli/review/preview";

test.each<[string, string, object]>([
  ["nothing", " \n", { unreadable: "empty" }],
  ["no JSON", "error: no stack is selected", { unreadable: "cut" }],
  ["a part of the JSON", '{"steps":[', { unreadable: "cut" }],
  ["the text of a preview", "Previewing update (dev):\n", { unreadable: "text" }],
  ["the text of a preview behind other lines", "$ pulumi\nPreviewing refresh (dev):\n", { unreadable: "text" }],
  ["words of such a text", "it was Previewing update", { unreadable: "cut" }],
  ["a stream of events", '{"sequence":1,"timestamp":2}\n{"sequence":2,"timestamp":2}', { unreadable: "events" }],
  ["one event", '{"sequence":1,"timestamp":2}', { unreadable: "events" }],
  ["other JSON", '{"sequence":1}', { unreadable: "other" }],
  ["steps that are none", '{"steps":1}', { unreadable: "other" }],
  ["steps", '{"steps":[]}', { preview: { steps: [] } }],
  ["diagnostics alone", '{"diagnostics":[]}', { preview: { diagnostics: [] } }],
  ["a summary alone", '{"changeSummary":{"same":1}}', { preview: { changeSummary: { same: 1 } } }],
  ["JSON between other lines", 'npm notice\n{\n  "steps": []\n}\ndone', { preview: { steps: [] } }],
])("of %s is read %#", (_, text, expected) => {
  expect(parsePreview(text)).toEqual(expected);
});
