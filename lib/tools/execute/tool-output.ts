import { FinishedRows, type Tool } from "#lib/contract/index.ts";
import { parseOutput } from "./parse-output.ts";
import type { Surface, ToolAnswer } from "./request.ts";

interface Asked {
  requestId: string;
  surface: Surface;
}

/**
 * Checks a tool's answer against its contract; of finished rows (lib/records/page/page-text.ts) a
 * sample, to find what was changed without the service.
 */
export function toolOutput({ output }: Tool, answer: unknown, asked: Asked): unknown {
  const found = finishedIn(answer);
  if (found === null) return parseOutput(output, answer);
  const { list, rows, others } = found;
  if (isSample(asked)) return parseOutput(output, { ...others, [list]: rows.parsed() });
  const held = parseOutput(output, { ...others, [list]: [] }) as Record<string, unknown>;
  // Only REST writes its answer as text and nothing else.
  return { ...held, [list]: asked.surface === "rest" ? rows : rows.parsed() };
}

/** The last character of an id is one of 32, all equally likely. */
function isSample({ requestId }: Asked): boolean {
  return requestId.endsWith("0");
}

/** The body of an answer, written once. */
export function bodyText(body: ToolAnswer["body"]): string {
  const found = "data" in body ? finishedIn(body.data) : null;
  if (found === null) return JSON.stringify(body);
  const { meta } = body;
  const { list, rows, others } = found;
  const data = `{${JSON.stringify(list)}:[${rows.text}],${JSON.stringify(others).slice(1)}`;
  return `{"data":${data},"meta":${JSON.stringify(meta)}}`;
}

interface Finished {
  list: string;
  rows: FinishedRows;
  others: Record<string, unknown>;
}

/** An answer with finished rows has more than these: its coverage and its cursor. */
function finishedIn(answer: unknown): Finished | null {
  if (typeof answer !== "object" || answer === null) return null;
  for (const [list, rows] of Object.entries(answer)) {
    if (!(rows instanceof FinishedRows)) continue;
    const { [list]: _rows, ...others } = answer as Record<string, unknown>;
    return { list, rows, others };
  }
  return null;
}
