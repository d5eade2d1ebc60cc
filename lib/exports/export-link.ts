import { timingSafeEqual } from "node:crypto";
import * as z from "zod";
import { minuteMs } from "#lib/kernel/clock.ts";
import type { ServiceSecret } from "#lib/kernel/secrets.ts";

/** Whom an export is for: the link allows what this credential allows when it is opened. */
const Holder = z.discriminatedUnion("kind", [
  z.strictObject({ kind: z.literal("api_key"), id: z.string() }),
  z.strictObject({ kind: z.literal("oauth"), id: z.string(), scopes: z.array(z.string()) }),
  z.strictObject({ kind: z.literal("member"), id: z.string(), scopes: z.array(z.string()) }),
]);

const Sealed = z.strictObject({
  organizationId: z.string(),
  holder: Holder,
  toolId: z.string(),
  input: z.record(z.string(), z.unknown()),
  connectionIds: z.array(z.string()).min(1),
  format: z.enum(["ndjson", "csv"]),
  expiresAt: z.number(),
  /** Where the part begins: after this page of this connection. */
  at: z.int().nonnegative(),
  cursor: z.string().nullable(),
});

/** One part of an export, contained in its link: nothing of it is stored. */
export type ExportPart = z.infer<typeof Sealed>;
export type ExportHolder = z.infer<typeof Holder>;

export const exportValidMs = 15 * minuteMs;

const macLength = 32;
/** The limit for the last segment of a link's address. */
export const longestToken = 8_000;
/** The longest cursor of any tool: later parts contain one, the first does not. */
const longestCursor = 2_000;

export function sealPart(secret: ServiceSecret, part: ExportPart): string {
  const text = JSON.stringify(part);
  return Buffer.concat([secret.hash("export", text), Buffer.from(text)]).toString("base64url");
}

/** Whether the links of all its parts can be opened, wherever the file has got to. */
export function fitsInLinks(secret: ServiceSecret, part: ExportPart): boolean {
  const later = { ...part, at: part.connectionIds.length, cursor: "x".repeat(longestCursor) };
  return sealPart(secret, later).length <= longestToken;
}

/** Null for a link that was changed, is not ours, or has expired. */
export function openPart(secret: ServiceSecret, token: string, now: Date): ExportPart | null {
  const bytes = Buffer.from(token, "base64url");
  if (bytes.length <= macLength || bytes.toString("base64url") !== token) return null;
  const mac = bytes.subarray(0, macLength);
  const text = bytes.subarray(macLength).toString("utf8");
  if (!secret.hashes("export", text).some((own) => timingSafeEqual(own, mac))) return null;
  const part = Sealed.parse(JSON.parse(text));
  return part.expiresAt > now.getTime() ? part : null;
}
