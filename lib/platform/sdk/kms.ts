// What is used of the client: of a package that is loaded by its own name, the bundler must keep all.
export { DecryptCommand, GenerateDataKeyCommand, KMSClient } from "@aws-sdk/client-kms";
