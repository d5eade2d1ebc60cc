import type { Database, Queries } from "#lib/db/database.ts";
import { AppError } from "#lib/kernel/errors/index.ts";
import type { JobMessage, Queue } from "#lib/platform/queue.ts";
import { MortalProcess } from "./mortal-process.ts";

/** Its process stopped before the commit, so the server rolls the transaction back. */
class Torn extends Error {}

/** A real database, for a process that can stop before, inside and after each statement. */
export function mortalDatabase(real: Database): Database {
  return {
    orm: real.orm,
    run: (statement, values) => outside(() => real.run(statement, values)),
    transaction: (scope, work) =>
      outside(() => real.transaction(scope, (queries) => tearable(work, queries))),
    close: () => real.close(),
  };
}

/** A sending may be the last thing that the process does, and its answer may reach nobody. */
export async function outside<T>(work: () => Promise<T>): Promise<T> {
  const process = MortalProcess.current();
  if (process === undefined) return work();
  if (await process.step()) throw cutOff();
  const ended = await work().then(
    (value) => ({ value }),
    (error: unknown) => ({ error }),
  );
  const isCutOff = await process.step();
  if (isCutOff || ("error" in ended && ended.error instanceof Torn)) throw cutOff();
  if ("error" in ended) throw ended.error;
  return ended.value;
}

async function tearable<T>(work: (queries: Queries) => Promise<T>, queries: Queries): Promise<T> {
  const result = await work(queries);
  if (MortalProcess.current()?.stopsHere() === true) throw new Torn();
  return result;
}

function cutOff(): AppError {
  return new AppError("service_unavailable", { cause: new Error("the connection broke") });
}

/** A queue whose messages the test holds, and delivers when and as often as it likes. */
export class HeldQueue implements Queue {
  messages: string[] = [];
  /** Answers everybody with an error of the queue. */
  refuses = false;
  refusals = 0;
  #tell: () => void = () => undefined;
  #told = Promise.resolve();

  constructor() {
    this.#renew();
  }

  send(message: JobMessage): Promise<void> {
    return this.sendBatch([{ message }]);
  }

  async sendBatch(messages: readonly { message: JobMessage }[]): Promise<void> {
    await outside(async () => {
      if (this.refuses) {
        this.refusals += 1;
        throw new Error("the queue does not take it");
      }
      this.messages.push(...messages.map(({ message }) => message.jobId));
      this.#tell();
      this.#renew();
    });
  }

  async check(): Promise<void> {}

  /** Waits until the next message is in. */
  get nextSent(): Promise<void> {
    return this.#told;
  }

  #renew(): void {
    this.#told = new Promise((resolve) => (this.#tell = resolve));
  }
}
