import { AsyncLocalStorage } from "node:async_hooks";
import { isDatabaseUnreachable, isRefused } from "#lib/db/failures.ts";
import type { Database } from "#lib/db/database.ts";
import { recordCall, recordCalls, type CallRecord } from "./record-call.ts";

interface Waiting {
  call: CallRecord;
  /** Runs what is done for it as its request's: what traces and lines of the log tell of it. */
  within: ReturnType<typeof AsyncLocalStorage.snapshot>;
  kept: () => void;
  failed: (error: unknown) => void;
}

/** As many as one statement takes. */
const mostTogether = 200;

/** A connection that no longer answers keeps what it was given, and nothing that comes later. */
const patienceMs = 1_000;

/**
 * The records of this process's calls. An organization's go together: the first is written at once,
 * and what comes meanwhile goes with the next statement. So a busy process commits and rewrites a
 * count once for many calls, each of which still waits until its own row is written.
 */
export class CallRecords {
  /** While a statement of the organization's is under way: those that came meanwhile. */
  readonly #byOrganization = new Map<string, Waiting[]>();

  add(db: Database, call: CallRecord): Promise<void> {
    const { promise, resolve, reject } = Promise.withResolvers<void>();
    const within = AsyncLocalStorage.snapshot();
    const waiting = { call, within, kept: resolve, failed: reject };
    const others = this.#byOrganization.get(call.organizationId);
    if (others === undefined) void this.#writeAll(db, call.organizationId, [waiting]);
    else others.push(waiting);
    return promise;
  }

  async #writeAll(db: Database, organizationId: string, waiting: Waiting[]): Promise<void> {
    this.#byOrganization.set(organizationId, waiting);
    for (let [first] = waiting; first !== undefined; [first] = waiting) {
      const together = waiting.splice(0, mostTogether);
      await soon(first.within(() => write(db, together)));
    }
    this.#byOrganization.delete(organizationId);
  }
}

async function soon(work: Promise<void>): Promise<void> {
  const limit = Promise.withResolvers<void>();
  const timer = setTimeout(limit.resolve, patienceMs);
  await Promise.race([work, limit.promise]);
  clearTimeout(timer);
}

/** Tells each how its own row fared, and throws nothing. */
async function write(db: Database, together: readonly Waiting[]): Promise<void> {
  const [first, ...others] = together;
  if (first === undefined) return;
  if (others.length === 0) return writeEach(db, together);
  try {
    const calls = together.map(({ call }) => call);
    await recordCalls(db, first.call.organizationId, calls);
    for (const { kept } of together) kept();
  } catch (error) {
    // All of them may be on record, or it is unreachable: nobody waits until each was tried.
    if (!isRefused(error)) for (const { failed } of together) failed(error);
    // It was undone for one of them, which the others are not to pay for.
    else await writeEach(db, together);
  }
}

async function writeEach(db: Database, together: readonly Waiting[]): Promise<void> {
  let lost: unknown = null;
  const tryOne = async (waiting: Waiting): Promise<void> => {
    const failure = await writeAlone(db, waiting);
    if (failure !== null) lost = failure;
  };
  for (const waiting of together) {
    if (lost === null) await soon(tryOne(waiting));
    else waiting.failed(lost);
  }
}

/** Answers the failure of a database that nobody else need ask. */
async function writeAlone(db: Database, { call, within, kept, failed }: Waiting): Promise<unknown> {
  try {
    await within(() => recordCall(db, call));
    kept();
    return null;
  } catch (error) {
    failed(error);
    return isDatabaseUnreachable(error) ? error : null;
  }
}
