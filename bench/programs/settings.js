const pulumi = require("@pulumi/pulumi");

/** What every contender declares: settings of `count` workspaces in workgroups of 50; the first `changed` of them have another value. */
exports.settings = () => {
  const { count, changed } = new pulumi.Config("bench").requireObject("settings");
  return Array.from({ length: count }, (_, index) => ({
    name: `settings-${index}`,
    workgroupId: `wg-${Math.floor(index / 50)}`,
    workspaceId: `ws-${index}`,
    autoStopMinutes: index < changed ? 45 : 30,
    enableAutoStart: true,
    maintenanceWindow: { dayOfWeek: 0, hourOfDay: 3 },
  }));
};
