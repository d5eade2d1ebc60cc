import { withTx, type InTransaction, type SystemContext } from "#lib/db/context.ts";
import type { Statement } from "#lib/db/database.ts";
import { AppError } from "#lib/kernel/errors/index.ts";
import type { Act, AsynchronousTerms, Outcome } from "#lib/ledger/act.ts";
import { openAsked } from "#lib/ledger/preparation/sealed-order.ts";
import { startFile } from "#lib/ledger/files/start-file.ts";
import type { TestDatabase } from "../databases/test-database.ts";

/** What the other side does, and what the act concludes from it. */
export const portal = {
  sends: 0,
  answers: true,
  isOpen: true,
  sees: { kind: "done", name: "AB-1", prueba: "respuesta" } as Outcome,
  version: 1,
};
const usual = { ...portal };
/** A change that makes writing the request fail; and what the act was told to do. */
export const played = { refuses: null as string | null, opened: [] as unknown[] };

export function playAnew(): void {
  Object.assign(portal, usual);
  Object.assign(played, { refuses: null, opened: [] });
}

const note: Statement = {
  name: "played.note",
  repeatable: false,
  text: `insert into played_requests (id, state, told) values ($1, $2, jsonb_build_array($3::jsonb))
    on conflict (id) do update set state = $2, told = played_requests.told || $3::jsonb`,
};
const noteFile: Statement = {
  name: "played.note_file",
  repeatable: true,
  text: "update played_requests set files = files || $2::jsonb where id = $1",
};
const read: Statement = {
  name: "played.read",
  repeatable: true,
  text: "select state, told, files from played_requests where id = $1",
};

export const takePlace: Statement = {
  name: "played.take_place",
  repeatable: false,
  text: "update played_limits set taken = taken + 1 where taken < 10 returning taken",
};
const giveBack: Statement = {
  name: "played.give_back",
  repeatable: false,
  text: "update played_limits set taken = taken - 1",
};

export interface PlayedRequest extends Record<string, unknown> {
  state: string;
  told: Record<string, unknown>[];
  files: unknown[];
}

const terms: AsynchronousTerms = {
  kinds: ["honorarios"],
  answers: "request",
  words: {
    done: "emitida",
    refusals: { full: "upstream_error" },
    unknown: "timeout",
    overdue: "timeout",
    notFound: "tributario_emission_not_found",
    askCall: () => ({}),
  },
  async changed(tx, row, { state, ...more }) {
    if (state === played.refuses)
      throw new AppError("upstream_error", { details: { refused: state } });
    const told = "error" in more ? { state, error: more.error.code } : { state, ...more };
    await tx.db.run(note, [row.subjectId, state, JSON.stringify(told)]);
    if (state === "done") await startFile(tx, row);
    if (state === "released" || state === "rejected") await tx.db.run(giveBack, []);
  },
  answer: (ctx, { subjectId }) => withTx(ctx, (tx) => requestOf(tx, subjectId)),
  fileStored: (tx, { subjectId }, { kind, version }) =>
    tx.db.run(noteFile, [subjectId, JSON.stringify([[kind, version]])]).then(() => undefined),
};

async function requestOf(
  tx: InTransaction<SystemContext>,
  id: string | null,
): Promise<PlayedRequest> {
  const [request] = await tx.db.run<PlayedRequest>(read, [id]);
  if (request === undefined) throw new AppError("upstream_error");
  return request;
}

export const playedAct: Act & { terms: AsynchronousTerms } = {
  terms,
  place: "boletas de honorarios",
  async open(ctx, row) {
    played.opened.push(await openAsked(ctx, row));
    return {
      check: async () => {
        if (!portal.isOpen) throw new AppError("upstream_error", { details: { closed: true } });
      },
      before: async () => [],
      ready: async () => undefined,
      send: async () => {
        portal.sends += 1;
        if (!portal.answers) throw new AppError("timeout");
        return { kind: "accepted", name: "AB-1" };
      },
      ask: async () => ({
        kind: "verdict",
        found: { listed: 1, matching: 1, candidates: 1 },
        // Without the portal's own answer nobody may claim that it is this one's.
        judge: ({ name }) => (name === null ? { kind: "unknown" } : portal.sees),
      }),
      answer: () => null,
      folioOf: () => 121,
      about: (name) => ({ codigoBarras: name, bruto: 500_000 }),
    };
  },
  file: async () => async () => ({
    kind: "pdf",
    version: portal.version,
    bytes: Buffer.from(`%PDF-1.7 ${portal.version}`),
    keptDays: 30,
  }),
};

/** The table of requests, and how many slots are taken. */
export async function playedTables({ owner }: TestDatabase): Promise<void> {
  await owner(
    "create table played_requests (id text primary key, state text, told jsonb, files jsonb default '[]')",
  );
  await owner("create table played_limits as select 0 as taken");
  await owner("grant all on played_requests, played_limits to public");
}
