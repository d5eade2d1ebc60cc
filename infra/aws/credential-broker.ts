import { workerPool } from "./environment.ts";
import { builtSmall } from "./functions.ts";
import { dataKeys, maySeal } from "./keys.ts";
import { atOnce } from "./reserved.ts";

/** Opens a running job's credential for the worker that holds the job. It shows no pages itself. */
export const credentialBroker = new sst.aws.Function("CredentialBroker", {
  ...builtSmall("credential-broker"),
  ...atOnce("credential-broker"),
  timeout: "10 seconds",
  memory: "512 MB",
  environment: { ...workerPool, KMS_KEY_ID: dataKeys.arn },
  permissions: maySeal("credential-broker"),
});

export const brokerEnvironment = { CREDENTIAL_BROKER: credentialBroker.name };

export const mayAskBroker = {
  actions: ["lambda:InvokeFunction"],
  resources: [credentialBroker.arn],
};
