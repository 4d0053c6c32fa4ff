// One `up` of the embedded engine in a process of its own, so that it can be killed.
const { openStack } = require("pulumi-graphplane/testing");

void openStack(JSON.parse(process.argv[2])).then((stack) => stack.up({ skipPreview: true }));
