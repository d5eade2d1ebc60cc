import type { Egress } from "../egress/index.ts";
import { AppError } from "../kernel/errors/index.ts";

const lookupLimitMs = 10_000;

/** The url in its one spelling, once its host was found to be public. Asked again at each attempt. */
export async function checkedUrl(ctx: { egress: Egress }, url: string): Promise<string> {
  const resolved = await ctx.egress.resolveTarget(url, AbortSignal.timeout(lookupLimitMs));
  if (resolved.ok) return resolved.target.href;
  throw new AppError("invalid_webhook_url", { details: { reason: resolved.reason } });
}
