import { flushTraces } from "#lib/kernel/trace.ts";

/** Ends in order at the first signal. Whoever sends another one a second later does not wait. */
export function endOnSignal(close: () => Promise<void>, announce: () => void): void {
  let since: number | null = null;
  const end = (): void => {
    if (since !== null) {
      // npm passes a Ctrl-C on that this process has already had: only a later one means it.
      if (performance.now() - since > 1_000) process.exit(1);
      return;
    }
    since = performance.now();
    announce();
    close()
      .then(flush)
      .then(
        () => process.exit(0),
        (error: unknown) => {
          process.stderr.write(`${describe(error)}\n`);
          process.exit(1);
        },
      );
  };
  process.on("SIGINT", end);
  process.on("SIGTERM", end);
}

async function flush(): Promise<void> {
  await flushTraces().catch((error: unknown) => {
    process.stderr.write(`Traces were not sent: ${describe(error)}\n`);
  });
}

function describe(error: unknown): string {
  return error instanceof Error ? (error.stack ?? error.message) : String(error);
}
