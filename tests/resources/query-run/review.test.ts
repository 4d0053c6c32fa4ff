import { knownLater } from "../../../provider/values/unknowns";
import { originOf, queryRunDescription } from "../../../provider/resources/query-run/description";

const { review: facts } = queryRunDescription;

const inputs = { host: "main.example.com", graph: "movies", query: "top", parameters: { limit: 5 } };
const path = "https://main.example.com/restpp/query/movies/top";

test("a review names a query, its graph and its host", () => {
  expect(facts.subject(inputs, {})).toEqual([
    ["query", "top"],
    ["graph", "movies"],
    ["host", "main.example.com"],
  ]);
});

test.each([
  ["a host by its origin", { host: "https://main.example.com:443/" }, path],
  ["a secret host", { host: "[secret]" }, "[secret]/restpp/query/movies/top"],
  ["a host that is known later", { host: knownLater }, "[known-later]/restpp/query/movies/top"],
  ["no host, where none is shown", { host: undefined }, "…/restpp/query/movies/top"],
  ["a malformed host, from an old state, as it is", { host: "main example" }, "main example/restpp/query/movies/top"],
])("a run is named by %s", (_, more, address) => expect(facts.address({ ...inputs, ...more })).toBe(address));

test("equivalent hosts have one origin, and a malformed host is unchanged", () => {
  expect(["main.example.com", "MAIN.example.com:443", "https://main.example.com/"].map(originOf)).toEqual(
    Array(3).fill("https://main.example.com"),
  );
  expect(originOf("a path/x")).toBe("a path/x");
});
