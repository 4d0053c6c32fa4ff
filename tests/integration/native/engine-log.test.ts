import { EngineService } from "@pulumi/pulumi/proto/engine_grpc_pb";
import type { LogRequest } from "@pulumi/pulumi/proto/engine_pb";
import { Empty } from "google-protobuf/google/protobuf/empty_pb";
import { EngineLog } from "../../../provider/native/engine-log";
import { serve, unary } from "../../../testing/engine/protocol";

test("a log sends its lines from the first address on until it is closed, and drops all others", async () => {
  const lines: string[] = [];
  const engine = await serve(EngineService, {
    log: unary((request: LogRequest) => (lines.push(request.getMessage()), new Empty())),
  });
  const log = new EngineLog();
  const say = async (line: string) => {
    const { add, flush } = log.of("urn");
    add(line);
    await flush();
  };
  log.close();
  await say("before");
  log.connect(engine.address);
  log.connect("");
  await say("while it is open");
  log.close();
  await say("after");
  engine.stop();
  expect(lines).toEqual(["while it is open"]);
});
