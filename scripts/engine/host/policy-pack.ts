import * as grpc from "@grpc/grpc-js";
import { AnalyzerService } from "@pulumi/pulumi/proto/analyzer_grpc_pb";
import {
  AnalyzerHandshakeResponse,
  type AnalyzerStackConfigureRequest,
  AnalyzerStackConfigureResponse,
} from "@pulumi/pulumi/proto/analyzer_pb";
import { serve, unary } from "./grpc";

/** Starts a policy pack with these environment variables. Resolves with its port. */
type Start = (env: Readonly<Record<string, string>>) => Promise<number>;

/**
 * Serves a policy pack. The engine sends the stack's configuration after the handshake, but packs read it from their environment. The pack
 * is therefore started once the configuration is known, and all other calls wait for this. Resolves with the port.
 */
export function servePolicyPack(start: Start): Promise<number> {
  let configured: (request?: AnalyzerStackConfigureRequest) => void = () => undefined;
  const configuration = new Promise<AnalyzerStackConfigureRequest | undefined>((resolve) => (configured = resolve));
  const client = configuration
    .then((request) => start(request === undefined ? {} : environmentOf(request)))
    .then((port) => new grpc.Client(`127.0.0.1:${port}`, grpc.credentials.createInsecure(), { "grpc.max_send_message_length": -1 }));
  // Each call that waits for the client reports the failure.
  client.catch(() => undefined);

  const forward = async (method: grpc.MethodDefinition<unknown, unknown>, request: unknown): Promise<unknown> => {
    // Some commands never send a configuration.
    configured();
    const { path, requestSerialize, responseDeserialize } = method;
    const pack = await client;
    return new Promise((resolve, reject) => {
      pack.makeUnaryRequest(path, requestSerialize, responseDeserialize, request, (error, response) =>
        error === null ? resolve(response) : reject(error),
      );
    });
  };
  const methods = Object.entries(AnalyzerService as grpc.ServiceDefinition);
  return serve(AnalyzerService, {
    ...Object.fromEntries(
      methods.map(([name, method]) => [name, unary((request) => forward(method as grpc.MethodDefinition<unknown, unknown>, request))]),
    ),
    handshake: unary(() => new AnalyzerHandshakeResponse()),
    configureStack: unary((request: AnalyzerStackConfigureRequest) => {
      configured(request);
      return new AnalyzerStackConfigureResponse();
    }),
  });
}

function environmentOf(request: AnalyzerStackConfigureRequest): Record<string, string> {
  return {
    PULUMI_CONFIG: JSON.stringify(Object.fromEntries(request.getConfigMap().toObject())),
    PULUMI_CONFIG_SECRET_KEYS: JSON.stringify(request.getConfigSecretKeysList()),
    PULUMI_NODEJS_ORGANIZATION: request.getOrganization(),
    PULUMI_NODEJS_PROJECT: request.getProject(),
    PULUMI_NODEJS_STACK: request.getStack(),
    PULUMI_NODEJS_DRY_RUN: String(request.getDryRun()),
  };
}
