import { createCipheriv, createDecipheriv, randomBytes } from "node:crypto";
import { z } from "zod";
import {
  json,
  localSigner,
  refusal,
  startProtocolServer,
  type WireAnswer,
} from "./protocol-server.ts";
import type { ProtocolServer } from "./protocol-server.ts";
import type { WireRequest } from "./signature.ts";

const EncryptionContext = z.record(z.string().min(1), z.string()).default({});

const GenerateDataKey = z.strictObject({
  KeyId: z.string().min(1).max(2048),
  KeySpec: z.enum(["AES_256", "AES_128"]),
  EncryptionContext,
});

const Decrypt = z.strictObject({
  CiphertextBlob: z.base64().min(4),
  KeyId: z.string().min(1).max(2048).optional(),
  EncryptionContext,
});

const ivLength = 12;
const tagLength = 16;

type WrappingKeys = ReadonlyMap<string, Buffer>;

export function wrappingKeys(...keyIds: string[]): WrappingKeys {
  return new Map(keyIds.map((id) => [id, randomBytes(32)]));
}

/** The purposes that a caller's role allows; everything by default. */
interface Allowed {
  seals: readonly string[];
  opens: readonly string[];
}

/** The key service's protocol with real wrapping: the encryption context is authenticated. */
export function startKmsServer(
  keys: WrappingKeys,
  signer = localSigner,
  allowed?: Allowed,
): Promise<ProtocolServer> {
  const behave = (request: WireRequest): WireAnswer => {
    if (request.method !== "POST" || request.path !== "/") {
      return refusal(404, "UnknownOperationException", "not a request of the protocol");
    }
    if (request.headers["content-type"] !== "application/x-amz-json-1.1") {
      return refusal(400, "SerializationException", "not the protocol's media type");
    }
    const body: unknown = JSON.parse(request.body);
    switch (request.headers["x-amz-target"]) {
      case "TrentService.GenerateDataKey":
        return within(allowed?.seals, GenerateDataKey.parse(body), (input) =>
          generate(keys, input),
        );
      case "TrentService.Decrypt":
        return within(allowed?.opens, Decrypt.parse(body), (input) => decrypt(keys, input));
      default:
        return refusal(400, "UnknownOperationException", "not an operation of this server");
    }
  };
  return startProtocolServer({ ...signer, service: "kms" }, behave);
}

/** Like a role's conditions: a context with other names, or for another purpose, is denied. */
function within<Input extends { EncryptionContext: Record<string, string> }>(
  purposes: readonly string[] | undefined,
  input: Input,
  work: (input: Input) => WireAnswer,
): WireAnswer {
  if (purposes === undefined) return work(input);
  const { organization, purpose = "", ...others } = input.EncryptionContext;
  const isNamed = organization !== undefined && Object.keys(others).length === 0;
  if (isNamed && purposes.includes(purpose)) return work(input);
  return refusal(400, "AccessDeniedException", "");
}

function generate(keys: WrappingKeys, input: z.output<typeof GenerateDataKey>): WireAnswer {
  const key = keys.get(input.KeyId);
  if (key === undefined) return refusal(400, "NotFoundException", "no such key");
  const plain = randomBytes(input.KeySpec === "AES_256" ? 32 : 16);
  const iv = randomBytes(ivLength);
  const cipher = createCipheriv("aes-256-gcm", key, iv).setAAD(aad(input.EncryptionContext));
  const text = Buffer.concat([cipher.update(plain), cipher.final()]);
  // Like the service's own blobs, it names its key.
  const name = Buffer.from(input.KeyId);
  const blob = [Buffer.of(name.length), name, iv, cipher.getAuthTag(), text];
  return json({
    KeyId: input.KeyId,
    Plaintext: plain.toString("base64"),
    CiphertextBlob: Buffer.concat(blob).toString("base64"),
  });
}

function decrypt(keys: WrappingKeys, input: z.output<typeof Decrypt>): WireAnswer {
  const blob = Buffer.from(input.CiphertextBlob, "base64");
  const nameEnd = 1 + blob.readUInt8(0);
  const keyId = blob.subarray(1, nameEnd).toString();
  const key = keys.get(keyId);
  if (key === undefined) return refusal(400, "InvalidCiphertextException", "not a blob of ours");
  if (input.KeyId !== undefined && input.KeyId !== keyId) {
    return refusal(400, "IncorrectKeyException", "wrapped by another key");
  }
  const textAt = nameEnd + ivLength + tagLength;
  try {
    const iv = blob.subarray(nameEnd, nameEnd + ivLength);
    const decipher = createDecipheriv("aes-256-gcm", key, iv, { authTagLength: tagLength });
    decipher.setAAD(aad(input.EncryptionContext));
    decipher.setAuthTag(blob.subarray(nameEnd + ivLength, textAt));
    const plain = Buffer.concat([decipher.update(blob.subarray(textAt)), decipher.final()]);
    return json({ KeyId: keyId, Plaintext: plain.toString("base64") });
  } catch {
    // The real service does not say either whether the blob or the context is wrong.
    return refusal(400, "InvalidCiphertextException", "");
  }
}

function aad(context: Record<string, string>): Buffer {
  const names = Object.keys(context).toSorted();
  return Buffer.from(JSON.stringify(names.map((name) => [name, context[name]])));
}
