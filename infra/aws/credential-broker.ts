import { workerPool } from "./environment.ts";
import { builtSmall } from "./functions.ts";
import { dataKeys, maySeal } from "./keys.ts";
import { atOnce } from "./reserved.ts";

/** Opens what a running job logs in with, for the worker that holds it. It shows nobody's pages. */
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
