// Loaded into every process of a contender. The provider host reports its maximum resident set size, in kilobytes, until the engine kills it.
const { appendFileSync } = require("node:fs");

if (/dynamic-provider|pulumi-resource-/.test(process.argv[1] ?? ""))
  setInterval(() => appendFileSync(process.env.PEAK_MEMORY_FILE, `${process.resourceUsage().maxRSS}\n`), 100).unref();
