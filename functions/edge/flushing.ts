import type { Log } from "#lib/kernel/log.ts";
import { flushTraces, isTracing } from "#lib/kernel/trace.ts";

/** The platform freezes a function after its answer, so flush everything before. */
export function flushing<Input extends unknown[], Answer>(
  log: Log,
  handler: (...input: Input) => Promise<Answer>,
): (...input: Input) => Promise<Answer> {
  if (!isTracing()) return handler;
  return async (...input) => {
    try {
      return await handler(...input);
    } finally {
      // Lost traces are no reason to lose the answer.
      await flushTraces().catch((error: unknown) => log.warn("traces.not_sent", { error }));
    }
  };
}
