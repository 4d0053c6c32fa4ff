const pulumi = require("@pulumi/pulumi");

/**
 * What every contender declares: settings of `count` workspaces, from the one numbered `from`, in workgroups of 50; those whose number
 * is below `changed` have another value.
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
