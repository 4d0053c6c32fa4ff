/** The outputs of graphplane's resources, so that a floor transfers and stores as much data. */
exports.outputs = {
  __owner: "f626de42",
  __service: "http://127.0.0.1:34011",
  __version: "0.1.0",
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
