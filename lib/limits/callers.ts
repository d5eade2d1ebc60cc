import type { Database } from "#lib/db/database.ts";
import { Together } from "#lib/db/together.ts";
import { keysTogether } from "./caller-statements.ts";
import { findCaller, minuteOf, type Caller, type CallerQuestion } from "./caller.ts";

/** As many as a busy process sees; a forgotten one is looked up alone. */
const mostKnown = 10_000;

interface KeyQuestion extends CallerQuestion {
  /** The key's hash with the newest secret: it is stored under it since its last use. */
  hash: Buffer;
}

/**
 * Who calls this process. Only a key's organization is remembered, which never changes: concurrent
 * callers of one organization share a statement, and each is looked up anew.
 */
export class Callers {
  readonly #organizationOf = new Map<string, string>();
  readonly #together = new Together<KeyQuestion, Caller | null>({
    alone: findCaller,
    together: findByKeys,
  });

  /** Null when no such credential exists. Counts the request against its rate. */
  async find(db: Database, question: CallerQuestion): Promise<Caller | null> {
    const { credential } = question;
    const hash = credential.kind === "api_key" ? credential.hashes[0] : undefined;
    if (hash === undefined) return findCaller(db, question);
    const name = hash.toString("base64");
    const organizationId = this.#organizationOf.get(name);
    if (organizationId !== undefined) {
      const known = await this.#together.ask(db, organizationId, { ...question, hash });
      if (known !== null) return known;
    }
    const caller = await findCaller(db, question);
    this.#remember(name, caller?.organizationId);
    return caller;
  }

  #remember(name: string, organizationId: string | undefined): void {
    if (organizationId === undefined) {
      this.#organizationOf.delete(name);
      return;
    }
    const [oldest] = this.#organizationOf.keys();
    const isFull = this.#organizationOf.size >= mostKnown && !this.#organizationOf.has(name);
    if (oldest !== undefined && isFull) {
      this.#organizationOf.delete(oldest);
    }
    this.#organizationOf.set(name, organizationId);
  }
}

/**
 * As if they came one after another. Null for a key that is stored under another hash, belongs to
 * another organization, or whose organization is to be deleted.
 */
async function findByKeys(
  db: Database,
  organizationId: string,
  questions: readonly KeyQuestion[],
): Promise<(Caller | null)[]> {
  const asked = questions.map(({ hash, now, connectionId, periodo }, place) => ({
    place,
    hash: `\\x${hash.toString("hex")}`,
    now,
    minute: minuteOf(now),
    connection: connectionId,
    periodo,
  }));
  const rows = await db.run<{ place: number; caller: Caller }>(keysTogether, [
    organizationId,
    JSON.stringify(asked),
  ]);
  const found = new Map(rows.map(({ place, caller }) => [place, caller]));
  const later = new Map<string, number>();
  for (const { place, minute } of asked.toReversed()) {
    const caller = found.get(place);
    if (caller?.valid !== true) continue;
    const counted = `${caller.id} ${minute.getTime()}`;
    const after = later.get(counted) ?? 0;
    caller.hits -= after;
    later.set(counted, after + 1);
  }
  return asked.map(({ place }) => found.get(place) ?? null);
}
