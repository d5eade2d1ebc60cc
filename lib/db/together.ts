import { AsyncLocalStorage } from "node:async_hooks";
import type { Database } from "./database.ts";
import { AppError } from "#lib/kernel/errors/index.ts";
import { isDatabaseUnreachable, isRefused } from "./failures.ts";

/** How something is asked of the database for an organization. */
interface Ways<Asked, Answer> {
  alone(db: Database, asked: Asked): Promise<Answer>;
  /**
   * One statement that does it for all of them or for none, and returns the answers in their order.
   */
  together(
    db: Database,
    organizationId: string,
    asked: readonly Asked[],
  ): Promise<readonly Answer[]>;
}

interface Waiting<Asked, Answer> {
  asked: Asked;
  /** Runs work for it in its request's context, for traces and log lines. */
  within: ReturnType<typeof AsyncLocalStorage.snapshot>;
  answered: (answer: Answer) => void;
  failed: (error: unknown) => void;
}

/** As many as one statement takes. */
const mostTogether = 200;

/** How long later calls wait for a connection that does not answer. */
const patienceMs = 1_000;

/**
 * After this a batch is abandoned: otherwise many calls would wait for a failure none would have
 * alone.
 */
const givenUpMs = 10_000;

/**
 * Batches identical questions of this process's calls per organization: the first is asked at once,
 * and those that arrive meanwhile go with the next statement. Nobody waits for a batch to fill up,
 * and each is answered by a statement that began after it arrived.
 */
export class Together<Asked, Answer> {
  readonly #ways: Ways<Asked, Answer>;
  /** Exists while a statement of the organization runs: the calls that arrived meanwhile. */
  readonly #byOrganization = new Map<string, Waiting<Asked, Answer>[]>();

  constructor(ways: Ways<Asked, Answer>) {
    this.#ways = ways;
  }

  ask(db: Database, organizationId: string, asked: Asked): Promise<Answer> {
    const { promise, resolve, reject } = Promise.withResolvers<Answer>();
    const within = AsyncLocalStorage.snapshot();
    const waiting = { asked, within, answered: resolve, failed: reject };
    const others = this.#byOrganization.get(organizationId);
    if (others === undefined) void this.#askAll(db, organizationId, [waiting]);
    else others.push(waiting);
    return promise;
  }

  async #askAll(
    db: Database,
    organizationId: string,
    waiting: Waiting<Asked, Answer>[],
  ): Promise<void> {
    this.#byOrganization.set(organizationId, waiting);
    for (let [first] = waiting; first !== undefined; [first] = waiting) {
      const together = waiting.splice(0, mostTogether);
      await soon(first.within(() => this.#ask(db, organizationId, together)));
    }
    this.#byOrganization.delete(organizationId);
  }

  /** Gives each caller its own outcome, and never throws. */
  async #ask(
    db: Database,
    organizationId: string,
    together: readonly Waiting<Asked, Answer>[],
  ): Promise<void> {
    if (together.length === 1) return this.#askEach(db, together);
    try {
      const asked = together.map((one) => one.asked);
      const answers = await inTime(this.#ways.together(db, organizationId, asked));
      for (const [n, { answered }] of together.entries()) answered(answers[n] as Answer);
    } catch (error) {
      // It may have been done for all of them, or the database is unreachable: nobody waits for
      // single tries.
      if (!isRefused(error)) for (const { failed } of together) failed(error);
      // It was rolled back because of one of them, which must not affect the others.
      else await this.#askEach(db, together);
    }
  }

  async #askEach(db: Database, together: readonly Waiting<Asked, Answer>[]): Promise<void> {
    let lost: unknown = null;
    const tryOne = async (waiting: Waiting<Asked, Answer>): Promise<void> => {
      const failure = await this.#askAlone(db, waiting);
      if (failure !== null) lost = failure;
    };
    for (const waiting of together) {
      if (lost === null) await soon(tryOne(waiting));
      else waiting.failed(lost);
    }
  }

  /** Returns the failure if the database is unreachable and the others need not ask. */
  async #askAlone(
    db: Database,
    { asked, within, answered, failed }: Waiting<Asked, Answer>,
  ): Promise<unknown> {
    try {
      answered(await within(() => this.#ways.alone(db, asked)));
      return null;
    } catch (error) {
      failed(error);
      return isDatabaseUnreachable(error) ? error : null;
    }
  }
}

async function soon(work: Promise<void>): Promise<void> {
  const limit = Promise.withResolvers<void>();
  const timer = setTimeout(limit.resolve, patienceMs);
  await Promise.race([work, limit.promise]);
  clearTimeout(timer);
}

async function inTime<T>(work: Promise<T>): Promise<T> {
  const limit = Promise.withResolvers<never>();
  const timer = setTimeout(() => limit.reject(new AppError("service_unavailable")), givenUpMs);
  try {
    return await Promise.race([work, limit.promise]);
  } finally {
    clearTimeout(timer);
  }
}
