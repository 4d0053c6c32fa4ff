const { outputs } = require("../outputs");
const { get, put } = require("../requests");

const send = async (args) => {
  await put(args);
  return { ...args, ...outputs };
};

module.exports = {
  check: async (_olds, news) => ({ inputs: news }),
  diff: async (_id, olds, news) => ({ changes: olds.autoStopMinutes !== news.autoStopMinutes }),
  create: async (news) => ({ id: `${news.workgroupId}/${news.workspaceId}`, outs: await send(news) }),
  update: async (_id, _olds, news) => ({ outs: await send(news) }),
  read: async (id, props) => {
    await get(props);
    return { id, props };
  },
};
