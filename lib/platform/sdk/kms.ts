// Only what is used of the client: importing the whole package dynamically would make the bundler
// keep all of it.
export { DecryptCommand, GenerateDataKeyCommand, KMSClient } from "@aws-sdk/client-kms";
