import { parsePreview } from "../../../../cli/review/inputs";

test.each<[string, string, object]>([
  ["steps", '{"steps":[]}', { steps: [] }],
  ["diagnostics alone", '{"diagnostics":[]}', { diagnostics: [] }],
  ["a summary alone", '{"changeSummary":{"same":1}}', { changeSummary: { same: 1 } }],
  ["JSON between other lines", 'npm notice\n{\n  "steps": []\n}\ndone', { steps: [] }],
])("reads %s", (_, text, expected) => {
  expect(parsePreview(text)).toEqual(expected);
});

test.each([
  ["nothing", " \n", "The preview printed nothing"],
  ["no JSON", "error: no stack is selected", "The preview printed no whole JSON"],
  ["a part of the JSON", '{"steps":[', "The preview printed no whole JSON"],
  ["words like those of a preview's text", "it was Previewing update", "The preview printed no whole JSON"],
])("knows by %s that the preview failed", (_, text, expected) => {
  expect(parsePreview(text)).toContain(expected);
});

test.each([
  ["the text of a preview", "Previewing update (dev):\n", "is the text of a preview"],
  ["the text of a preview behind other lines", "$ pulumi\nPreviewing refresh (dev):\n", "is the text of a preview"],
  ["a stream of events", '{"sequence":1,"timestamp":2}\n{"sequence":2,"timestamp":2}', "is a stream of events"],
  ["one event", '{"sequence":1,"timestamp":2}', "is a stream of events"],
  ["other JSON", '{"sequence":1}', "is JSON, but no preview"],
  ["steps that are no steps", '{"steps":1}', "is JSON, but no preview"],
])("refuses %s", (_, text, expected) => {
  expect(() => parsePreview(text)).toThrow(expected);
});
