// Loaded into every process of a contender: the provider host reports its largest resident set, in kilobytes, until the engine kills it.
const { appendFileSync } = require("node:fs");

if (/dynamic-provider|pulumi-resource-/.test(process.argv[1] ?? ""))
  setInterval(() => appendFileSync(process.env.PEAK_MEMORY_FILE, `${process.resourceUsage().maxRSS}\n`), 100).unref();
