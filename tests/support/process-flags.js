// Node builds this list each time jest's copy of `process` is asked for it, and axios asks with every request.
Object.defineProperty(process, "allowedNodeEnvironmentFlags", { value: process.allowedNodeEnvironmentFlags });
