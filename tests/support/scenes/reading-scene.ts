import { expect } from "vitest";
import { movimientosConsultar } from "#lib/connectors/banco_a/tools/movimientos-consultar.ts";
import type { AlcanceReading, NewRecord, ReadRows } from "#lib/contract/index.ts";
import { rowOf } from "../planted/row-of.ts";
import { callTool, type TestOrganization } from "./api.ts";
import type { JobScene } from "./job-scene.ts";

export const dataset = "banco_a.movimientos";

/** A movement as banco_a has it, of 5 October and the first account. */
export function movement(
  id: string,
  change: { descripcion?: string; fecha?: string; numeroCuenta?: string } = {},
): NewRecord {
  const { descripcion = `PAGO ${id}`, fecha = "2026-10-05", numeroCuenta = "001" } = change;
  const fields = { id, descripcion, fecha, numeroCuenta, monto: 1_000 };
  return {
    id,
    periodo: fecha.slice(0, 7),
    account: numeroCuenta,
    sortKey: `${fecha}|${numeroCuenta}|${id}`,
    payload: rowOf(movimientosConsultar, fields),
  };
}

export const movements = (ids: readonly string[], change = {}): NewRecord[] =>
  ids.map((id) => movement(id, change));

export function reading(
  records: NewRecord[],
  change: Partial<AlcanceReading> & { more?: ReadRows[] } = {},
): AlcanceReading {
  const { more = [], ...rest } = change;
  return { rows: [{ dataset, records }, ...more], incompletos: 0, completo: true, ...rest };
}

/** One connection of banco_a, whose syncs return what a test says. */
export interface ReadingScene {
  owner: TestOrganization;
  connection: string;
  /** One sync of a month, October by default, a minute later; returns how the module ended. */
  sync(brought: AlcanceReading, periodo?: string, alcance?: string): Promise<unknown>;
  /** The answer of a read tool of the bank. */
  ask<Answer>(tool: string, input?: Record<string, unknown>): Promise<Answer>;
}

let people = 0;

export async function readingScene(jobs: JobScene): Promise<ReadingScene> {
  const owner = await jobs.organization();
  const connection = await jobs.connect(owner.id, `login-${(people += 1)}`);
  return {
    owner,
    connection,
    sync: async (brought, periodo = "2026-10", alcance = "movimientos") => {
      jobs.advance(60);
      jobs.play({ read: () => brought });
      const jobId = await jobs.request(owner.id, connection, { periodo, alcances: [alcance] });
      await jobs.run(jobId);
      return (await jobs.job(jobId)).outcomes[0];
    },
    ask: async <Answer>(tool: string, input: Record<string, unknown> = {}) => {
      const answer = await callTool(jobs.app, tool, input, { key: owner.key, connection });
      expect([answer.status, answer.body.error ?? null]).toEqual([200, null]);
      return answer.body.data as Answer;
    },
  };
}
