import type { FunctionDefinition } from "../../provider/functions/function";
import { anyType, type Json, objectOf, propertyOf, type SchemaTypes, token } from "./fields";
import { argumentsOf, recordType, shapeOf } from "../generate/records";

/** Returns the schema entry for a function. In the protocol, results are objects, so a result that is not a record becomes the only field of an object. */
export function functionSpec(definition: FunctionDefinition, types: SchemaTypes): Json {
  const { name, description, result, returns } = definition;
  const args = argumentsOf(definition);
  const inputs = Object.keys(args).length === 0 ? {} : { inputs: objectOf(args, name, types) };
  if (result === undefined) {
    if (typeof returns !== "object" || "list" in returns) throw new Error(`${name} returns no record and names no result`);
    // An open enumeration becomes a plain string here, because the Python SDK parses a union in a response as a dictionary.
    const type = recordType(returns, "text");
    propertyOf({ shape: { is: "object", type }, description }, name, types);
    return { description: description, ...inputs, outputs: objectOf(type.fields, type.name, types) };
  }
  const found = returns === "any" ? response(types) : propertyOf({ shape: shapeOf(returns, "text"), description }, name, types);
  return {
    description: description,
    ...inputs,
    outputs: { properties: { [result]: { ...found, description: description } }, required: [result] },
  };
}

/** Returns the type of a response whose structure is undocumented. */
function response(types: SchemaTypes): Json {
  const description = "The response as the service returns it. A string that contains a JSON object or list is parsed.";
  types[token("Answer")] = { type: "object", description, properties: { value: { ...anyType, description } } };
  return { $ref: `#/types/${token("Answer")}` };
}
