/** A position that a stack names. */
interface Frame {
  text: string;
  file: string;
  line: number;
  column: number;
}

/** A log line with a stack, which is meaningless in a bundle's one long line. */
export interface Failure {
  at: string;
  event: string;
  release: string;
  /** The function or program that wrote it; null for a release whose lines do not say. */
  program: string | null;
  frames: Frame[];
}

const framePattern = /\bat (?:async )?(?:.*\()?(?:file:\/\/)?(\/[^\s():]+):(\d+):(\d+)\)?$/;

/** Skips other kinds of lines. */
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
    // Lines that a platform writes between ours.
    return {};
  }
}

/** Its own stack, then those of its causes. */
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
