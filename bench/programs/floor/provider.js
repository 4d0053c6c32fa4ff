const { outputs } = require("../outputs");

module.exports = {
  check: async (_olds, news) => ({ inputs: news }),
  diff: async (_id, olds, news) => ({ changes: olds.autoStopMinutes !== news.autoStopMinutes }),
  create: async (news) => ({ id: `${news.workgroupId}/${news.workspaceId}`, outs: { ...news, ...outputs } }),
  update: async (_id, _olds, news) => ({ outs: { ...news, ...outputs } }),
};
