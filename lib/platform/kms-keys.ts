import type { KMSClient } from "@aws-sdk/client-kms";
import { clientSettings, edgeFailure, sharedClient, type AwsPlace } from "./aws-client.ts";
import type { Keys } from "./keys.ts";

interface KmsKeysOptions extends AwsPlace {
  /** Id, ARN or alias of the wrapping key. */
  keyId: string;
}

/** It answers in milliseconds. A try that takes longer is on a dead socket, or lost. */
const tryMs = 1_500;
/**
 * For a call with all its tries, to the end of the answer: a call of a customer, a job or other
 * organizations' results may be waiting for it.
 */
const callMs = 5_000;

/** Data keys from the key service. Its client is loaded for the first key. */
export function createKmsKeys(options: KmsKeysOptions): Keys {
  const { keyId: KeyId } = options;
  return {
    newDataKey: async (EncryptionContext) => {
      const { GenerateDataKeyCommand } = await import("./sdk/kms.ts");
      const kms = await kmsClient(options);
      const command = new GenerateDataKeyCommand({ KeyId, KeySpec: "AES_256", EncryptionContext });
      const made = await kms.send(command, deadline()).catch(rethrow);
      return { plain: bytes(made.Plaintext), wrapped: bytes(made.CiphertextBlob) };
    },
    unwrap: async (CiphertextBlob, EncryptionContext) => {
      const { DecryptCommand } = await import("./sdk/kms.ts");
      const kms = await kmsClient(options);
      // Names the key: a blob wrapped by another key is refused, not opened.
      const command = new DecryptCommand({ KeyId, CiphertextBlob, EncryptionContext });
      const opened = await kms.send(command, deadline()).catch(rethrow);
      return bytes(opened.Plaintext);
    },
  };
}

function kmsClient(place: AwsPlace): Promise<KMSClient> {
  return sharedClient("kms", place, async () => {
    const { KMSClient } = await import("./sdk/kms.ts");
    return new KMSClient(clientSettings(place, { tryMs }));
  });
}

function deadline() {
  return { abortSignal: AbortSignal.timeout(callMs) };
}

function bytes(array: Uint8Array | undefined): Buffer {
  if (array === undefined) throw new Error("the key service answered without a key");
  return Buffer.from(array);
}

function rethrow(error: unknown): never {
  throw edgeFailure(error);
}
