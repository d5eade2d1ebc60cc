import { randomBytes } from "node:crypto";
import * as z from "zod";
import { minuteMs } from "#lib/kernel/clock.ts";
import { openValue, sealValue } from "#lib/kernel/sealed-value.ts";
import type { ServiceSecret } from "#lib/kernel/secrets.ts";

/** What a person was shown and may answer: nothing else can be agreed to. */
const Offer = z.strictObject({
  sessionId: z.string(),
  organizationId: z.string(),
  /** The request, in canonical form. */
  query: z.string(),
  scopes: z.array(z.string()),
  connections: z.array(z.string()),
  /** Used once. */
  number: z.string(),
  madeAt: z.number(),
});
type Offer = z.output<typeof Offer>;

/** How long a consent can be given after its page was opened. */
export const offerLifeMs = 10 * minuteMs;

/** The offer as a field of its own form: it cannot be changed, and only works in this session. */
export function sealOffer(
  secret: ServiceSecret,
  now: Date,
  offer: Omit<Offer, "number" | "madeAt">,
): string {
  const number = randomBytes(16).toString("base64url");
  const whole: Offer = { ...offer, number, madeAt: now.getTime() };
  return sealValue(secret, "consent", whole);
}

type OpenedOffer =
  | { kind: "open"; offer: Offer }
  | { kind: "expired"; offer: Offer }
  | { kind: "broken" };

export function openOffer(
  secret: ServiceSecret,
  now: Date,
  { seal, sessionId }: { seal: string; sessionId: string },
): OpenedOffer {
  const opened = openValue(secret, "consent", seal);
  if (opened === undefined) return { kind: "broken" };
  const offer = Offer.parse(opened);
  if (offer.sessionId !== sessionId) return { kind: "broken" };
  const isOver = now.getTime() - offer.madeAt > offerLifeMs;
  return { kind: isOver ? "expired" : "open", offer };
}
