import type { LambdaClient } from "@aws-sdk/client-lambda";
import * as z from "zod";
import { AppError } from "#lib/kernel/errors/index.ts";
import { clientSettings, edgeFailure, sharedClient, type AwsPlace } from "./aws-client.ts";
import type { CredentialBroker } from "./credential-broker.ts";

interface LambdaBrokerOptions extends AwsPlace {
  functionName: string;
}

const Answer = z.strictObject({ fields: z.record(z.string(), z.string()).nullable() });

/** The broker as a separate function, whose role alone may open credentials. */
export function createLambdaBroker(options: LambdaBrokerOptions): CredentialBroker {
  return {
    open: async ({ id, token }) => {
      const { InvokeCommand } = await import("@aws-sdk/client-lambda");
      const lambda = await lambdaClient(options);
      const { functionName: FunctionName } = options;
      const Payload = JSON.stringify({ jobId: id, token });
      const answer = await lambda
        .send(new InvokeCommand({ FunctionName, Payload }))
        .catch((error: unknown) => {
          throw edgeFailure(error);
        });
      const text = Buffer.from(answer.Payload ?? []).toString("utf8");
      // Its own error may contain more than a job's log should.
      if (answer.FunctionError !== undefined) {
        throw new AppError("service_unavailable", { cause: new Error("the broker failed") });
      }
      return Answer.parse(JSON.parse(text)).fields;
    },
  };
}

function lambdaClient(place: AwsPlace): Promise<LambdaClient> {
  return sharedClient("lambda", place, async () => {
    const { LambdaClient } = await import("@aws-sdk/client-lambda");
    return new LambdaClient(clientSettings(place));
  });
}
