// Node makes this list anew whenever jest's copy of `process` is asked for it, and axios asks with every request.
Object.defineProperty(process, "allowedNodeEnvironmentFlags", { value: process.allowedNodeEnvironmentFlags });
