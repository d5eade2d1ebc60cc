import type { ToolAnswer } from "#lib/tools/execute/index.ts";
import { maxResultChars, rowsIn } from "./page-size.ts";

/**
 * The answer to a page of at most `size` rows. Where they are longer than the example let expect,
 * fewer are asked for: a read changes nothing, and its cursor goes on behind what was answered.
 */
export async function fittingPage(
  ask: (size: number) => Promise<ToolAnswer>,
  size: number,
): Promise<ToolAnswer> {
  const answer = await ask(size);
  const chars = JSON.stringify(answer.body).length;
  const rows = Math.min(size, rowsOf(answer));
  if (chars <= maxResultChars || rows <= 1) return answer;
  const share = Math.min(0.5, (0.9 * maxResultChars) / chars);
  return fittingPage(ask, Math.max(1, Math.floor(rows * share)));
}

function rowsOf({ body }: ToolAnswer): number {
  if ("error" in body) return 0;
  return rowsIn(body.data).length;
}
