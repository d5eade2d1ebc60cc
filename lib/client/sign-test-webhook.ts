import type { EventData } from "./generated/events.ts";
import { keysOf } from "./verify-webhook.ts";

interface SignOptions {
  /** `whev_…`; a new one by default. Reuse one to simulate a repeated delivery. */
  id?: string;
  now?: Date;
}

export interface SignedTestWebhook {
  /** Send exactly this text. */
  body: string;
  /** All that a receiver looks at; without its type, a body parser would leave the body alone. */
  headers: Record<
    "content-type" | "webhook-id" | "webhook-timestamp" | "webhook-signature",
    string
  >;
}

/**
 * A delivery signed as the service would sign it, for tests of a receiver: use a secret of your
 * own, never a real endpoint's.
 */
export async function signTestWebhook<T extends keyof EventData>(
  event: { type: T; data: EventData[T]; timestamp?: string },
  secret: string | readonly string[],
  { id = newEventId(), now = new Date() }: SignOptions = {},
): Promise<SignedTestWebhook> {
  const { type, data, timestamp = now.toISOString() } = event;
  const body = canonical(JSON.parse(JSON.stringify({ data, timestamp, type })));
  const seconds = String(Math.floor(now.getTime() / 1000));
  const text = new TextEncoder().encode(`${id}.${seconds}.${body}`);
  const macs = await Promise.all(keysOf(secret).map((key) => macOf(key, text)));
  const signature = macs.map((mac) => `v1,${mac}`).join(" ");
  return {
    body,
    headers: {
      "content-type": "application/json",
      "webhook-id": id,
      "webhook-timestamp": seconds,
      "webhook-signature": signature,
    },
  };
}

/**
 * Sorted keys and no spaces, as the service writes it; a sorted object would still put digits
 * first.
 */
function canonical(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(canonical).join(",")}]`;
  if (typeof value !== "object" || value === null) return JSON.stringify(value);
  const members = new Map<string, unknown>(Object.entries(value));
  const names = [...members.keys()];
  names.sort();
  return `{${names.map((name) => `${JSON.stringify(name)}:${canonical(members.get(name))}`).join(",")}}`;
}

async function macOf(key: Uint8Array<ArrayBuffer>, text: Uint8Array<ArrayBuffer>): Promise<string> {
  const algorithm = { name: "HMAC", hash: "SHA-256" };
  const imported = await crypto.subtle.importKey("raw", key, algorithm, false, ["sign"]);
  const mac = await crypto.subtle.sign("HMAC", imported, text);
  return btoa(String.fromCharCode(...new Uint8Array(mac)));
}

const letters = "0123456789abcdefghjkmnpqrstvwxyz";

function newEventId(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(26));
  return `whev_${Array.from(bytes, (byte) => letters.charAt(byte % 32)).join("")}`;
}
