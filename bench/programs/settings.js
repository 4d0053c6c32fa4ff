const pulumi = require("@pulumi/pulumi");

/**
 * The settings that every contender declares: of `count` workspaces, from number `from`, in workgroups of 50. Those below number
 * `changed` have another value.
 */
exports.settings = () => {
  const { from = 0, count, changed } = new pulumi.Config("bench").requireObject("settings");
  return Array.from({ length: count }, (_, offset) => from + offset).map((index) => ({
    name: `settings-${index}`,
    workgroupId: `wg-${Math.floor(index / 50)}`,
    workspaceId: `ws-${index}`,
    autoStopMinutes: index < changed ? 45 : 30,
    enableAutoStart: true,
    maintenanceWindow: { dayOfWeek: 0, hourOfDay: 3 },
  }));
};
