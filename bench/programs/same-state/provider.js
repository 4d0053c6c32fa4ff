const outputs = {
  __owner: "f626de42",
  __service: "http://127.0.0.1:34011",
  cloudProviderName: "example-cloud",
  createdAt: "2026-06-03 06:59:27.151543 +0000 UTC",
  creator: "admin@example.com",
  databaseId: "a2000000-0000-4000-8000-000000000001",
  databaseName: "graph",
  host: "127.0.0.1:34011",
  isRw: true,
  name: "main",
  region: "us-east-1",
  tgVersion: "4.2.0",
  workgroupName: "production",
};

module.exports = {
  check: async (_olds, news) => ({ inputs: news }),
  diff: async (_id, olds, news) => ({ changes: olds.autoStopMinutes !== news.autoStopMinutes }),
  create: async (news) => ({ id: `${news.workgroupId}/${news.workspaceId}`, outs: { ...news, ...outputs } }),
  update: async (_id, _olds, news) => ({ outs: { ...news, ...outputs } }),
};
