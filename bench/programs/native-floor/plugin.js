#!/usr/bin/env node
// The plugin of the package `bench`: its resources do nothing, or only send requests.
const grpc = require("@grpc/grpc-js");
const { ResourceProviderService } = require("@pulumi/pulumi/proto/provider_grpc_pb");
const { PluginInfo } = require("@pulumi/pulumi/proto/plugin_pb");
const proto = require("@pulumi/pulumi/proto/provider_pb");
const { Struct } = require("google-protobuf/google/protobuf/struct_pb");
const { unknownValue } = require("@pulumi/pulumi/runtime/rpc");
const { outputs } = require("../outputs");
const { get, put } = require("../requests");

const unknown = Object.fromEntries(Object.keys(outputs).map((name) => [name, unknownValue]));
const withOutputs = (args, made = outputs) => Struct.fromJavaScript({ ...made, ...args.toJavaScript() });
const minutesOf = (struct) => struct.toJavaScript().autoStopMinutes;
const idOf = ({ workgroupId, workspaceId }) => `${workgroupId}/${workspaceId}`;
const requests = {
  create: (request) => !request.getPreview() && put(request.getProperties().toJavaScript()),
  update: (request) => !request.getPreview() && put(request.getNews().toJavaScript()),
  read: (request) => get(request.getProperties().toJavaScript()),
};
const { DIFF_SOME, DIFF_NONE } = proto.DiffResponse.DiffChanges;
const answers = {
  getPluginInfo: () => new PluginInfo().setVersion("0.1.0"),
  checkConfig: (request) => new proto.CheckResponse().setInputs(request.getNews()),
  diffConfig: () => new proto.DiffResponse().setChanges(DIFF_NONE),
  configure: () => new proto.ConfigureResponse().setAcceptsecrets(true).setSupportspreview(true),
  check: (request) => new proto.CheckResponse().setInputs(request.getNews()),
  diff: (request) =>
    new proto.DiffResponse().setChanges(minutesOf(request.getOlds()) === minutesOf(request.getNews()) ? DIFF_NONE : DIFF_SOME),
  create: (request) =>
    request.getPreview()
      ? new proto.CreateResponse().setProperties(withOutputs(request.getProperties(), unknown))
      : new proto.CreateResponse().setId(idOf(request.getProperties().toJavaScript())).setProperties(withOutputs(request.getProperties())),
  update: (request) => new proto.UpdateResponse().setProperties(withOutputs(request.getNews(), request.getPreview() ? unknown : outputs)),
  read: (request) => new proto.ReadResponse().setId(request.getId()).setProperties(request.getProperties()).setInputs(request.getInputs()),
};

const server = new grpc.Server();
server.addService(
  ResourceProviderService,
  Object.fromEntries(
    Object.entries(answers).map(([name, answer]) => [
      name,
      ({ request }, done) => void Promise.resolve(requests[name]?.(request)).then(() => done(null, answer(request)), done),
    ]),
  ),
);
server.bindAsync("127.0.0.1:0", grpc.ServerCredentials.createInsecure(), (error, port) => {
  if (error) throw error;
  process.stdout.write(`${port}\n`);
});
