import { randomBytes } from "node:crypto";
import * as z from "zod";
import { useForm } from "#lib/identity/people/index.ts";
import { hourMs } from "#lib/kernel/clock.ts";
import { openValue, sealValue } from "#lib/kernel/sealed-value.ts";
import type { ServiceSecret } from "#lib/kernel/secrets.ts";
import type { DashboardDeps } from "../deps.ts";
import type { FilledForm } from "../request/form-state.ts";

/** A form that waits until its person has signed in again. It is only in the page, under our seal. */
const KeptForm = z.strictObject({
  /** Only this person's. The session may have changed: the person's other tabs sign in again too. */
  userId: z.string(),
  action: z.string(),
  /** The form's page. */
  page: z.string(),
  fields: z.string(),
  /** Used once. */
  number: z.string(),
  madeAt: z.number(),
});
type KeptForm = z.output<typeof KeptForm>;

const lifeMs = hourMs;

export function keepForm(
  secret: ServiceSecret,
  now: Date,
  form: Omit<KeptForm, "number" | "madeAt">,
): string {
  const number = randomBytes(16).toString("base64url");
  const whole: KeptForm = { ...form, number, madeAt: now.getTime() };
  return sealValue(secret, "kept-form", whole);
}

/** With its page. Null if we did not seal it, or if it is another person's, too old or already shown. */
export async function takeKeptForm(
  deps: Pick<DashboardDeps, "db" | "clock" | "secret">,
  { seal, userId }: { seal: string | null; userId: string },
): Promise<(FilledForm & { page: string }) | null> {
  const opened = seal === null ? undefined : openValue(deps.secret, "kept-form", seal);
  if (opened === undefined) return null;
  const { action, page, fields, ...form } = KeptForm.parse(opened);
  const isOver = deps.clock.now().getTime() - form.madeAt > lifeMs;
  if (form.userId !== userId || isOver || !(await useForm(deps, form.number))) return null;
  return { action, page, fields: new URLSearchParams(fields) };
}
