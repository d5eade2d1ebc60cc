import { randomBytes } from "node:crypto";
import * as z from "zod";
import { openValue, sealValue } from "#lib/kernel/sealed-value.ts";
import type { ServiceSecret } from "#lib/kernel/secrets.ts";

/** A form that waits until its person has signed in again. It is in the page alone, under our seal. */
const KeptForm = z.strictObject({
  /** The session that was too old: nobody else's, and not that of another day. */
  sessionId: z.string(),
  action: z.string(),
  /** Where the form is. */
  page: z.string(),
  fields: z.string(),
  /** Used once. */
  number: z.string(),
  madeAt: z.number(),
});
type KeptForm = z.output<typeof KeptForm>;

const lifeMs = 60 * 60_000;

export function keepForm(
  secret: ServiceSecret,
  now: Date,
  form: Omit<KeptForm, "number" | "madeAt">,
): string {
  const number = randomBytes(16).toString("base64url");
  const whole: KeptForm = { ...form, number, madeAt: now.getTime() };
  return sealValue(secret, "kept-form", whole);
}

/** Null for what we did not keep, for another session's and for one that waited too long. */
export function openKeptForm(
  secret: ServiceSecret,
  now: Date,
  { seal, sessionId }: { seal: string; sessionId: string },
): KeptForm | null {
  const opened = openValue(secret, "kept-form", seal);
  if (opened === undefined) return null;
  const form = KeptForm.parse(opened);
  const isOver = now.getTime() - form.madeAt > lifeMs;
  return form.sessionId !== sessionId || isOver ? null : form;
}
