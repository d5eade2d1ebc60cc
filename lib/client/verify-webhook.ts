// Imports only types and uses Web standards: Node, Deno, Bun, browsers and edge runtimes.
import type { ConnectEvent, WebhookEvent } from "./connect-event.ts";

export type WebhookRefusal =
  | "bad_secret"
  | "body_not_raw"
  | "missing_header"
  | "bad_timestamp"
  | "too_old"
  | "too_new"
  | "no_matching_signature"
  | "not_json"
  | "not_an_event";

export class WebhookVerificationError extends Error {
  readonly reason: WebhookRefusal;

  constructor(reason: WebhookRefusal, message: string) {
    super(message);
    this.name = "WebhookVerificationError";
    this.reason = reason;
  }
}

export type WebhookHeaders = Headers | Record<string, string | string[] | undefined>;

export interface VerifyOptions {
  /** How far the sender's clock and yours may differ. Defaults to 300. */
  toleranceSeconds?: number;
  now?: Date;
}

/**
 * Returns the event when a signature in `webhook-signature` was made with one of the secrets over
 * exactly these bytes. Pass the raw body: parsed and serialized again it does not verify, so in
 * Express use `express.raw({ type: "application/json" })` on this route. A type newer than this
 * library is returned too: acknowledge it like one that you do not need.
 */
export async function verifyWebhook<E extends WebhookEvent<string, unknown> = ConnectEvent>(
  rawBody: string | Uint8Array | ArrayBuffer,
  headers: WebhookHeaders,
  secret: string | readonly string[],
  options: VerifyOptions = {},
): Promise<E> {
  const keys = keysOf(secret);
  const body = bytesOf(rawBody);
  const id = required(headers, "webhook-id");
  const timestamp = required(headers, "webhook-timestamp");
  const signatures = required(headers, "webhook-signature");
  checkTime(timestamp, options);

  const signed = joined(new TextEncoder().encode(`${id}.${timestamp}.`), body);
  if (!(await anyMatches(keys, signatures, signed))) {
    throw refused("no_matching_signature", "No signature matches this body and these secrets.");
  }
  return eventOf(id, body) as WebhookEvent<string, unknown> as E;
}

/** We send two at most. Each costs a pass over the body, and anybody may send a header full of them. */
const mostSignatures = 16;

/** Every pair is tried, so the time taken does not reveal which secret or signature was close. */
async function anyMatches(keys: Bytes[], signatures: string, signed: Bytes): Promise<boolean> {
  const algorithm = { name: "HMAC", hash: "SHA-256" };
  const candidates = signatures
    .split(" ", mostSignatures)
    .map(macOf)
    .filter((mac) => mac !== null);
  let matches = 0;
  for (const key of keys) {
    const imported = await crypto.subtle.importKey("raw", key, algorithm, false, ["verify"]);
    for (const mac of candidates) {
      // The platform compares in constant time.
      matches += Number(await crypto.subtle.verify("HMAC", imported, mac, signed));
    }
  }
  return matches > 0;
}

/** The 32 bytes of a `v1,` signature in its only valid spelling; other versions are ignored. */
function macOf(signature: string): Bytes | null {
  const text = /^v1,([A-Za-z0-9+/]{42}[AEIMQUYcgkosw048]=)$/.exec(signature)?.[1];
  return text === undefined ? null : decoded(text);
}

/** The bytes of one or more `whsec_` secrets. */
export function keysOf(secret: string | readonly string[]): Bytes[] {
  const secrets = typeof secret === "string" ? [secret] : secret;
  if (!Array.isArray(secrets) || secrets.length === 0) throw badSecret();
  return secrets.map((one: unknown) => {
    const text = typeof one === "string" ? /^whsec_([A-Za-z0-9+/]+={0,2})$/.exec(one)?.[1] : null;
    if (!text || text.length % 4 !== 0) throw badSecret();
    return decoded(text);
  });
}

export const usualToleranceSeconds = 300;

function checkTime(
  text: string,
  { toleranceSeconds = usualToleranceSeconds, now = new Date() }: VerifyOptions,
): void {
  if (!/^\d{1,12}$/.test(text)) {
    throw refused("bad_timestamp", "The header webhook-timestamp is not whole Unix seconds.");
  }
  const age = Math.floor(now.getTime() / 1000) - Number(text);
  if (!(toleranceSeconds >= 0) || Number.isNaN(age)) {
    throw new RangeError("toleranceSeconds and now have to be a number and a date");
  }
  if (age > toleranceSeconds) throw refused("too_old", `The message is ${age} s old.`);
  if (-age > toleranceSeconds) {
    throw refused("too_new", `The message is ${-age} s in the future: is your clock right?`);
  }
}

function required(headers: WebhookHeaders, name: string): string {
  const value = isHeaders(headers) ? headers.get(name) : fromRecord(headers, name);
  if (typeof value === "string" && value !== "") return value;
  throw refused("missing_header", `The header ${name} is missing.`);
}

function isHeaders(headers: WebhookHeaders): headers is Headers {
  return typeof headers.get === "function";
}

function fromRecord(headers: Record<string, string | string[] | undefined>, name: string) {
  const found = Object.entries(headers).find(([key]) => key.toLowerCase() === name)?.[1];
  return Array.isArray(found) ? found.join(" ") : found;
}

function eventOf(id: string, body: Bytes): WebhookEvent {
  const parsed = parse(body);
  if (isRecord(parsed)) {
    const { type, timestamp, data } = parsed;
    if (typeof type === "string" && typeof timestamp === "string" && isRecord(data)) {
      return { id, type, timestamp, data };
    }
  }
  throw refused("not_an_event", "The body is signed, but has no type, timestamp and data.");
}

function parse(body: Bytes): unknown {
  try {
    return JSON.parse(new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(body));
  } catch {
    throw refused("not_json", "The body is signed, but is not JSON.");
  }
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

type Bytes = Uint8Array<ArrayBuffer>;

function bytesOf(rawBody: string | Uint8Array | ArrayBuffer): Bytes {
  if (typeof rawBody === "string") return new TextEncoder().encode(rawBody);
  // Not instanceof: the bytes may come from another realm.
  if (ArrayBuffer.isView(rawBody)) return joined(new Uint8Array(), rawBody);
  if (Object.prototype.toString.call(rawBody) === "[object ArrayBuffer]") {
    return new Uint8Array(rawBody);
  }
  throw refused("body_not_raw", "Give the body as the text or the bytes that came, not parsed.");
}

function joined(head: Uint8Array, tail: Uint8Array): Bytes {
  const bytes = new Uint8Array(head.length + tail.length);
  bytes.set(head);
  bytes.set(tail, head.length);
  return bytes;
}

function decoded(base64: string): Bytes {
  return Uint8Array.from(atob(base64), (character) => character.charCodeAt(0));
}

function badSecret(): WebhookVerificationError {
  return refused("bad_secret", "A secret is whsec_ and padded base64, as it was shown once.");
}

function refused(reason: WebhookRefusal, message: string): WebhookVerificationError {
  return new WebhookVerificationError(reason, message);
}
