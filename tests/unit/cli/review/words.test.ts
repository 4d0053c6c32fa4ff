import { filePath, placeText } from "../../../../cli/review/words";

test.each([
  ["", "index.ts", "index.ts"],
  ["infra", "index.ts", "infra/index.ts"],
  ["./infra//movies/", "./src/index.ts", "infra/movies/src/index.ts"],
  ["infra/movies", "../common/index.ts", "infra/common/index.ts"],
  ["infra", "../../index.ts", "../index.ts"],
  ["", "../../index.ts", "../../index.ts"],
])("in the folder %j the file %j is %j", (directory, file, expected) => {
  expect(filePath(file, directory)).toBe(expected);
  expect(placeText({ file, line: 9 }, directory)).toBe(`${expected}:9`);
});
