/** A place that a stack names. */
interface Frame {
  text: string;
  file: string;
  line: number;
  column: number;
}

/** A line of the log that has a stack, which a bundle's one long line says nothing by. */
export interface Failure {
  at: string;
  event: string;
  release: string;
  /** Which function or program wrote it; null of a release whose lines do not say. */
  program: string | null;
  frames: Frame[];
}

const framePattern = /\bat (?:async )?(?:.*\()?(?:file:\/\/)?(\/[^\s():]+):(\d+):(\d+)\)?$/;

/** Lines of other kinds are passed over. */
export function stacksOf(log: string): Failure[] {
  return log.split("\n").flatMap((line) => {
    const { at, event, release, program, ...rest } = objectOf(line);
    const frames = stackTexts(rest).flatMap((stack) => stack.split("\n").flatMap(frameOf));
    if (typeof release !== "string" || frames.length === 0) return [];
    const by = typeof program === "string" ? program : null;
    return [{ at: String(at), event: String(event), release, program: by, frames }];
  });
}

function objectOf(line: string): Record<string, unknown> {
  const from = line.indexOf("{");
  if (from === -1) return {};
  try {
    const found: unknown = JSON.parse(line.slice(from));
    return typeof found === "object" && found !== null ? { ...found } : {};
  } catch {
    // What a platform writes between our lines.
    return {};
  }
}

/** Its own, then those of what caused it. */
function stackTexts(value: unknown): string[] {
  if (typeof value !== "object" || value === null) return [];
  return Object.entries(value).flatMap(([name, inner]) =>
    name === "stack" && typeof inner === "string" ? [inner] : stackTexts(inner),
  );
}

function frameOf(text: string): Frame[] {
  const [, file, line, column] = framePattern.exec(text.trim()) ?? [];
  if (file === undefined) return [];
  return [{ text: text.trim(), file, line: Number(line), column: Number(column) }];
}
