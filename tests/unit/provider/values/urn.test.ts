import { kindOf, partsOf } from "../../../../provider/values/urn";

test.each([
  ["a resource", "urn:pulumi:dev::movies::graphplane:index:QueryRun::top", ["dev", "movies", "graphplane:index:QueryRun", "top"]],
  [
    "a resource in a component of another one",
    "urn:pulumi:dev::movies::my:App$my:Db$graphplane:index:QueryRun::top",
    ["dev", "movies", "graphplane:index:QueryRun", "top"],
  ],
  ["a name that contains the separator", "urn:pulumi:dev::movies::a:b:C::one::two", ["dev", "movies", "a:b:C", "one::two"]],
  ["a stack that contains a colon", "urn:pulumi:my:dev::movies::a:b:C::one", ["my:dev", "movies", "a:b:C", "one"]],
  ["an empty name", "urn:pulumi:dev::movies::a:b:C::", ["dev", "movies", "a:b:C", ""]],
  ["a text with too few parts", "urn:pulumi:dev::movies::a:b:C", ["", "", "", "urn:pulumi:dev::movies::a:b:C"]],
  ["a text without any", "top", ["", "", "", "top"]],
])("the parts of %s", (_, urn, [stack, project, type, name]) => expect(partsOf(urn)).toEqual({ stack, project, type, name }));

test.each([
  ["graphplane:index:QueryRun", "QueryRun"],
  ["pulumi-nodejs:dynamic/graphplane:QueryRun", "QueryRun"],
  ["my:graphplane:index:QueryRun", undefined],
  ["graphplane:index:QueryRun/part", undefined],
  ["pulumi:providers:graphplane", undefined],
])("the kind of the type %s is %s", (type, kind) => expect(kindOf(type)).toBe(kind));
