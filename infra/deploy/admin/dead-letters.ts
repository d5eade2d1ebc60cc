import { openDeadLetters, type DeadLetters } from "#infra/server/dead-letters.ts";
import type { At } from "./at.ts";
import type { Runs } from "./table.ts";

export const deadLetters: Runs<"dead-letters"> = {
  list: async (at, { of = "sync" }) => ({
    deadLetters: await opened(at, of, (letters) => letters.list()),
  }),
  redrive: async (at) => ({ sent: await opened(at, "sync", (letters) => letters.redrive()) }),
  purge: async (at) => ({ dropped: await opened(at, "emission", (letters) => letters.purge()) }),
};

async function opened<T>(
  { environment, system }: At,
  of: "sync" | "emission",
  work: (letters: DeadLetters) => Promise<T>,
): Promise<T> {
  const letters = openDeadLetters(of, environment, system.log);
  try {
    return await work(letters);
  } finally {
    await letters.close();
  }
}
