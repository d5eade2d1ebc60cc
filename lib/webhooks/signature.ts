import { createHmac, createSecretKey, type KeyObject, randomBytes } from "node:crypto";

const prefix = "whsec_";
// Padded standard base64: the receivers' libraries refuse the url alphabet and missing padding.
const base64 = /^(?:[A-Za-z0-9+/]{4})*(?:[A-Za-z0-9+/]{2}==|[A-Za-z0-9+/]{3}=)?$/;

export function newWebhookSecret(): string {
  return prefix + randomBytes(32).toString("base64");
}

interface SignedMessage {
  /** `whev_…`, the same for every attempt and endpoint. */
  id: string;
  /** The instant of this attempt, in whole Unix seconds. */
  timestampSeconds: number;
  /** The exact text that is sent. */
  body: string;
}

/** `v1,<base64>` over `id.timestamp.body`, as in Standard Webhooks. */
export function sign(secret: string, { id, timestampSeconds, body }: SignedMessage): string {
  // A dot in the id would make one message's signature valid for another's.
  if (id.includes(".")) throw new RangeError("an event id has no point");
  if (!Number.isSafeInteger(timestampSeconds)) throw new RangeError("not whole Unix seconds");
  const mac = createHmac("sha256", keyOf(secret)).update(`${id}.${timestampSeconds}.${body}`);
  return `v1,${mac.digest("base64")}`;
}

type SignatureHeaders = Record<"webhook-id" | "webhook-timestamp" | "webhook-signature", string>;

/** One signature for each secret that is valid now, newest first. */
export function signatureHeaders(
  secrets: readonly [string, ...string[]],
  message: SignedMessage,
): SignatureHeaders {
  return {
    "webhook-id": message.id,
    "webhook-timestamp": String(message.timestampSeconds),
    "webhook-signature": secrets.map((secret) => sign(secret, message)).join(" "),
  };
}

/** As a KeyObject, since an HMAC over plain bytes takes four times as long. */
function keyOf(secret: string): KeyObject {
  const text = secret.slice(prefix.length);
  const key = Buffer.from(text, "base64");
  const usable = secret.startsWith(prefix) && base64.test(text);
  // The bounds of the standard; the secret itself is never in an error's text.
  if (!usable || key.length < 24 || key.length > 64) throw new RangeError("not a webhook secret");
  return createSecretKey(key);
}
