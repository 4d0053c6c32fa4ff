import * as pulumi from "@pulumi/pulumi";
import { AllowList, AllowListEntry } from "pulumi-graphplane";

const config = new pulumi.Config();
const workgroupId = config.require("workgroupId");

const office = new AllowListEntry("office", { workgroupId, cidr: "203.0.113.0/24", note: "office" });
// The address that pulumi runs from, such as a CI runner's. Without it, graphplane refuses enforcement.
const runner = new AllowListEntry("runner", { workgroupId, cidr: config.require("runnerAddress"), note: "CI" });

// Entries first, then enforcement; `pulumi destroy` ends enforcement first, and then deletes the entries.
new AllowList("production", { workgroupId, enabled: true, deletionPolicy: "disable" }, { dependsOn: [office, runner] });
