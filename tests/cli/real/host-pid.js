// Loaded into every process of a program: the host of the providers leaves its process id, and the engine's, where the test finds them.
const { writeFileSync } = require("node:fs");

if (/dynamic-provider/.test(process.argv[1] ?? "")) writeFileSync(process.env.HOST_PID_FILE, `${process.pid} ${process.ppid}`);
