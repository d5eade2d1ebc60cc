import type { HonoRequest } from "hono";
import { AppError } from "#lib/kernel/errors/index.ts";
import { mediaTypeOf, readUpTo, throwHungUp } from "./body.ts";

const maxFormBytes = 16 * 1024;

/** The fields of a page's own form. Media type and size are refused as for JSON. */
export async function readForm(
  request: HonoRequest,
  maxBytes = maxFormBytes,
): Promise<URLSearchParams> {
  if (mediaTypeOf(request) !== "application/x-www-form-urlencoded") {
    throw new AppError("unsupported_media_type");
  }
  const bytes = await readUpTo(request.raw.body, maxBytes).catch(throwHungUp);
  const fields = fieldsIn(bytes);
  // Never valid in text, and rejected by the database.
  if (fields === null || fields.toString().includes("%00")) throw new AppError("malformed_request");
  return fields;
}

/** Null if it is not text. */
function fieldsIn(bytes: Uint8Array): URLSearchParams | null {
  try {
    return new URLSearchParams(new TextDecoder("utf-8", { fatal: true }).decode(bytes));
  } catch {
    return null;
  }
}

/**
 * Whether another site's page sent this. Browsers say so in `Sec-Fetch-Site`, older ones in `Origin`, which our own
 * pages' referrer policy turns into `null`.
 */
export function isCrossSite(request: HonoRequest, baseUrl: string): boolean {
  const site = request.header("sec-fetch-site");
  if (site !== undefined) return site !== "same-origin";
  const origin = request.header("origin");
  if (origin === undefined || origin === "null") return false;
  return origin !== new URL(baseUrl).origin;
}
