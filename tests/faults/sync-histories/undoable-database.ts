import type { Database } from "#lib/db/database.ts";

/** A real database that picks a transaction as a deadlock's victim: it is rolled back, with the reason. */
export class UndoableDatabase implements Database {
  /** The victim: which transaction from now on; 0 for none. */
  undoNext = 0;
  readonly orm: Database["orm"];
  readonly run: Database["run"];
  readonly #real: Database;

  constructor(real: Database) {
    this.#real = real;
    this.orm = real.orm;
    this.run = (statement, values) => real.run(statement, values);
  }

  transaction: Database["transaction"] = (scope, work, planner) =>
    this.#real.transaction(
      scope,
      async (queries) => {
        const result = await work(queries);
        if (this.undoNext > 0 && --this.undoNext === 0) {
          throw Object.assign(new Error("deadlock detected"), { code: "40P01" });
        }
        return result;
      },
      planner,
    );

  close(): Promise<void> {
    return this.#real.close();
  }
}
