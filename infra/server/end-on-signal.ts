import { flushTraces } from "#lib/kernel/trace.ts";

export interface Ended {
  close(): Promise<void>;
  waitsFor(): string[];
}

interface Shell {
  say(line: string): void;
  exit(code: number): void;
  /** How many extra times one Ctrl-C arrives: a parent may relay it, at any time. */
  relays: number;
}

const remindMs = 2_000;

/** Ends in order at the first signal. A person who sends another one does not want to wait. */
export function endOnSignal(running: Ended, announce: string): void {
  const end = endingBySignals(running, announce, {
    say: (line) => void process.stdout.write(`${line}\n`),
    exit: (code) => process.exit(code),
    relays: process.env["npm_lifecycle_event"] === undefined ? 0 : 1,
  });
  process.on("SIGINT", end);
  process.on("SIGTERM", end);
}

/** Called for every signal. Relayed signals are told apart by their number, because a busy machine relays late. */
export function endingBySignals(running: Ended, announce: string, shell: Shell): () => void {
  let signals = 0;
  return () => {
    signals += 1;
    if (signals === 1) void endInOrder(running, announce, shell);
    else if (signals > 1 + shell.relays) shell.exit(1);
  };
}

async function endInOrder(running: Ended, announce: string, { say, exit }: Shell): Promise<void> {
  say(announce);
  const reminder = setInterval(() => {
    say(`Still waiting for ${running.waitsFor().join(", ")}. Another Ctrl-C ends at once.`);
  }, remindMs);
  try {
    await running.close();
    await flush();
    exit(0);
  } catch (error) {
    process.stderr.write(`${describe(error)}\n`);
    exit(1);
  } finally {
    clearInterval(reminder);
  }
}

async function flush(): Promise<void> {
  await flushTraces().catch((error: unknown) => {
    process.stderr.write(`Traces were not sent: ${describe(error)}\n`);
  });
}

function describe(error: unknown): string {
  return error instanceof Error ? (error.stack ?? error.message) : String(error);
}
