import { randomBytes } from "node:crypto";
import { addDays, addMonths, periodoOf, todayInSantiago } from "#lib/chile/index.ts";
import { newId } from "#lib/kernel/ids.ts";
import { createLink } from "#lib/links/index.ts";
import type { TestApi } from "../scenes/api.ts";
import type { TestDatabase } from "../databases/test-database.ts";

/** A service to plant rows for: a test's or a bench's. */
export interface Planted extends Pick<TestApi, "clock" | "connection" | "contextOf" | "deps"> {
  database: Pick<TestDatabase, "owner">;
}

export interface PlantedReading {
  /** Syncs: one with all it could read, one that failed, one that waits. */
  done: string;
  failed: string;
  queued: string;
  /** An open link. */
  link: string;
  /** A connection that was never read, whose credential the portal refused. */
  rejected: string;
}

/** A connection of `banco_a` after some months, as rows: no portal was opened. */
export async function plantReading(
  api: Planted,
  organizationId: string,
  connectionId: string,
): Promise<PlantedReading> {
  const { database, clock, deps } = api;
  const now = clock.now();
  const current = periodoOf(now);
  const job = async (status: string, periodo: string, more: Record<string, unknown>) => {
    const id = newId("sjb", now);
    const ended = status === "queued" ? null : now;
    await database.owner(
      `insert into sync_jobs (id, organization_id, connection_id, kind, connector, alcances, periodo,
         trigger, status, outcomes, progress, records_synced, last_error, attempts, token, not_before,
         request_id, actor_kind, actor_id, created_at, started_at, finished_at)
       values ($1, $2, $3, 'sync', 'banco_a', '{movimientos,saldos}', $4, 'manual', $5, $6, $7, $8,
         $9, 1, 1, $10, 'req_tests', 'system', 'tests', $10, $11, $11)`,
      [
        id,
        organizationId,
        connectionId,
        periodo,
        status,
        JSON.stringify(more["outcomes"] ?? []),
        more["progress"] ?? null,
        more["rows"] ?? null,
        more["error"] ?? null,
        now,
        ended,
      ],
    );
    return id;
  };
  const time = { startedAt: now.toISOString(), endedAt: now.toISOString(), error: null };
  const done = await job("succeeded", current, {
    rows: 212,
    outcomes: [
      { alcance: "movimientos", status: "partial", records_synced: 211, incompletos: 3 },
      { alcance: "saldos", status: "ok", records_synced: 1 },
    ],
    progress: { movimientos: time, saldos: time },
  });
  const failed = await job("failed", addMonths(current, -3), {
    error: "upstream_unexpected_response",
  });
  await database.owner(
    `insert into evidence (job_id, attempt, organization_id, reason, sealed, created_at, expires_at)
     values ($1, 1, $2, 'upstream_unexpected_response', '\\x00', $3, $3::timestamptz + interval '7 days')`,
    [failed, organizationId, now],
  );
  await plantConsents(api, organizationId, connectionId);
  const queued = await job("queued", addMonths(current, -4), {});
  for (let back = 0; back < 8; back += 1) {
    if (back === 3) continue;
    await database.owner(
      `insert into coverage (organization_id, connection_id, alcance, periodo, status, incompletos,
         read_at, job_id) values ($1, $2, 'movimientos', $3, $4, $5, $6, $7)`,
      [
        organizationId,
        connectionId,
        addMonths(current, -back),
        back === 0 ? "partial" : "ok",
        back === 0 ? 3 : 0,
        now,
        done,
      ],
    );
  }
  const today = todayInSantiago(now);
  for (const [days, balance] of [
    [60, 900_000],
    [59, 1_250_000],
    [40, -80_000],
    [39, -80_000],
    [2, 415_300],
  ] as const) {
    const fecha = addDays(today, -days);
    const row = { fecha, numeroCuenta: "0001234567", moneda: "CLP", saldoContable: balance };
    await database.owner(
      `insert into records (organization_id, connection_id, dataset, id, periodo, account, sort_key,
         payload, read_at) values ($1, $2, 'banco_a.saldos', $3, $4, $5, $3, $6, $7)`,
      [
        organizationId,
        connectionId,
        `${fecha}|${row.numeroCuenta}`,
        fecha.slice(0, 7),
        row.numeroCuenta,
        { ...row, saldoDisponible: days === 2 ? null : balance },
        now,
      ],
    );
  }
  const rejected = await api.connection(organizationId, "banco_b");
  await database.owner(
    "update connections set credencial = 'rechazada', credencial_actualizada_en = $2 where id = $1",
    [rejected, now],
  );
  const made = await createLink(
    {
      ...api.contextOf(organizationId),
      secret: deps.secret,
      baseUrl: deps.baseUrl,
      systemOf: (system) => deps.catalogue.manifestOf(system),
      isEnabled: () => true,
    },
    { sistema: "banco_a", modo: "crear", expiraEnMinutos: 60 },
  );
  return { done, failed, queued, link: made.enlaceId, rejected };
}

/** By the person who connected it, and by the one who did so again until the end of a year. */
async function plantConsents(
  { database, clock }: Planted,
  organizationId: string,
  connectionId: string,
): Promise<void> {
  const now = clock.now();
  const before = new Date(now.getTime() - 40 * 86_400_000);
  const facts = {
    reads: ["Saldos", "Movimientos"],
    acts: [],
    lines: ["Ahora entramos una vez a Banco A, para probar la clave.", "Dura hasta que lo cortes."],
  };
  for (const { agreedAt, endedAt } of [
    { agreedAt: before, endedAt: now },
    { agreedAt: now, endedAt: null },
  ]) {
    await database.owner(
      `insert into consents (id, organization_id, connection_id, link_id, version, facts, agreed_at,
         access_until, cut_hash, ended_at, ended)
       values ($1, $2, $3, $4, '2026-11-23', $5, $6, $6::timestamptz + interval '90 days', $7, $8, $9)`,
      [
        newId("cst", agreedAt),
        organizationId,
        connectionId,
        newId("cs", agreedAt),
        JSON.stringify(facts),
        agreedAt,
        randomBytes(32),
        endedAt,
        endedAt === null ? null : "reemplazado",
      ],
    );
  }
}
