import { withSystemTx, type SystemContext } from "#lib/db/context.ts";
import type { Statement } from "#lib/db/database.ts";
import { startTimer } from "#lib/kernel/clock.ts";
import { asAppError } from "#lib/kernel/errors/index.ts";
import type { SmokePart } from "./parts.ts";

/** What a part must be able to do, in order. The last step is to write that it could. */
type SmokeSteps = Readonly<Record<string, () => Promise<unknown>>>;

const note: Statement = {
  name: "smoke.note",
  repeatable: true,
  text: "update smokes set results = results || jsonb_build_object($2::text, $3::jsonb) where id = $1",
};

/**
 * Takes the steps and writes how far it came. A failing step is the answer, not a failure of the
 * part.
 */
export async function answerSmoke(
  ctx: SystemContext,
  { id, part }: { id: string; part: SmokePart },
  steps: SmokeSteps = {},
): Promise<void> {
  const elapsedMs = startTimer();
  let at = "write";
  let code = "ok";
  try {
    for (const [step, take] of Object.entries(steps)) {
      at = step;
      await take();
    }
    at = "write";
  } catch (error) {
    ({ code } = asAppError(error));
    ctx.log.error("smoke.failed", { smoke: id, part, step: at, error });
  }
  const result = {
    step: at,
    code,
    ms: Math.round(elapsedMs()),
    release: ctx.log.release ?? null,
    at: ctx.clock.now().toISOString(),
  };
  await withSystemTx(ctx, ({ db }) => db.run(note, [id, part, JSON.stringify(result)]));
}
