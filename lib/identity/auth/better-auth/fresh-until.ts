import type { IncomingHttpHeaders } from "node:http";
import { dayMs, minuteMs } from "#lib/kernel/clock.ts";

const leastMs = 5 * minuteMs;
const mostMs = dayMs;

/** How long a client's document is cached: as its headers say, within our own bounds. */
export function freshUntil(headers: IncomingHttpHeaders, now: Date): Date {
  const lifeMs = Math.min(Math.max(lifeOf(headers, now), leastMs), mostMs);
  return new Date(now.getTime() + lifeMs);
}

function lifeOf(headers: IncomingHttpHeaders, now: Date): number {
  const said = headers["cache-control"]?.toLowerCase() ?? "";
  if (/(?:^|[\s,])(?:no-store|no-cache)(?:$|[\s,])/.test(said)) return 0;
  const age =
    /(?:^|[\s,])s-maxage=(\d{1,9})/.exec(said) ?? /(?:^|[\s,])max-age=(\d{1,9})/.exec(said);
  if (age !== null) return Number(age[1]) * 1000;
  const expires = Date.parse(headers.expires ?? "");
  return Number.isNaN(expires) ? leastMs : expires - now.getTime();
}
