// Loaded into every process of a program: the host of the providers leaves its process id where the test finds it.
const { writeFileSync } = require("node:fs");

if (/dynamic-provider/.test(process.argv[1] ?? "")) writeFileSync(process.env.HOST_PID_FILE, String(process.pid));
