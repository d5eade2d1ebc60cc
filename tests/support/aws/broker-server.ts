import { json, localSigner, refusal, startProtocolServer } from "./protocol-server.ts";
import type { ProtocolServer } from "./protocol-server.ts";
import type { Lambda } from "../lambda/lambda.ts";

export const brokerName = "connect-credential-broker";

/** The protocol in which one cloud function calls another and waits for its answer. */
export function startBrokerServer(broker: () => Lambda): Promise<ProtocolServer> {
  return startProtocolServer(
    { ...localSigner, service: "lambda" },
    async ({ method, path, body }) => {
      if (method !== "POST" || path !== `/2015-03-31/functions/${brokerName}/invocations`) {
        return refusal(404, "ResourceNotFoundException", "no such function");
      }
      return json(await broker().invoke<unknown>(JSON.parse(body)));
    },
  );
}
