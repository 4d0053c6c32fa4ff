#!/usr/bin/env node
// The plugin of the package `bench`: its resources do nothing.
const grpc = require("@grpc/grpc-js");
const { ResourceProviderService } = require("@pulumi/pulumi/proto/provider_grpc_pb");
const { PluginInfo } = require("@pulumi/pulumi/proto/plugin_pb");
const proto = require("@pulumi/pulumi/proto/provider_pb");

const argsOf = (struct) => struct.toJavaScript().args;
const { DIFF_SOME, DIFF_NONE } = proto.DiffResponse.DiffChanges;
const answers = {
  getPluginInfo: () => new PluginInfo().setVersion("0.1.0"),
  checkConfig: (request) => new proto.CheckResponse().setInputs(request.getNews()),
  diffConfig: () => new proto.DiffResponse().setChanges(DIFF_NONE),
  configure: () => new proto.ConfigureResponse().setAcceptsecrets(true).setSupportspreview(true),
  check: (request) => new proto.CheckResponse().setInputs(request.getNews()),
  diff: (request) => {
    const [olds, news] = [argsOf(request.getOlds()), argsOf(request.getNews())].map((args) => JSON.stringify(args));
    return new proto.DiffResponse().setChanges(olds === news ? DIFF_NONE : DIFF_SOME);
  },
  create: (request) => new proto.CreateResponse().setId(argsOf(request.getProperties()).workspaceId).setProperties(request.getProperties()),
  update: (request) => new proto.UpdateResponse().setProperties(request.getNews()),
  read: (request) => new proto.ReadResponse().setId(request.getId()).setProperties(request.getProperties()).setInputs(request.getInputs()),
};

const server = new grpc.Server();
server.addService(
  ResourceProviderService,
  Object.fromEntries(Object.entries(answers).map(([name, answer]) => [name, ({ request }, done) => done(null, answer(request))])),
);
server.bindAsync("127.0.0.1:0", grpc.ServerCredentials.createInsecure(), (error, port) => {
  if (error) throw error;
  process.stdout.write(`${port}\n`);
});
