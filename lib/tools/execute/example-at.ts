import { periodoOf } from "#lib/chile/index.ts";
import type { Tool } from "#lib/contract/index.ts";

/** The example as it would be sent today: a period far back cannot be synced any more. */
export function exampleAt({ example }: Tool, now: Date): unknown {
  const input = example.input as { periodo?: unknown };
  return { ...input, ...(input.periodo !== undefined && { periodo: periodoOf(now) }) };
}
