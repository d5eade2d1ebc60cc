import { expect } from "vitest";
import { callTool, type TestOrganization } from "../scenes/api.ts";
import { mainLogin, type PortalFields, type SyncScene } from "../scenes/sync-scene.ts";

export type Row = Record<string, string | number | boolean | null>;

/** A connection to one sandbox bank, as a customer sees it: only through tools. */
export interface BankReader {
  connection: string;
  /** One sync from start to end: the outcome of each module. */
  sync(periodo: string, alcances: string[]): Promise<Record<string, unknown>[]>;
  /** The data of one call. */
  ask(resource: string, input: Record<string, unknown>): Promise<Record<string, unknown>>;
  /** Every page, in the order of the answers. */
  readAll(resource: string, input: Record<string, unknown>): Promise<Row[]>;
  truth(resource: string, periodo: string, more?: string): Promise<Row[]>;
  addRows(periodo: string, rows: object[]): Promise<void>;
}

export async function bankReader(
  scene: SyncScene,
  owner: TestOrganization,
  connector: string,
  login: PortalFields = { ...mainLogin, clave: `clave-${connector.replace("_", "")}` },
): Promise<BankReader> {
  const connection = await scene.connect(owner.id, login, connector);
  const call = { key: owner.key, connection };
  const portal = `/portals/${connector}`;

  async function ask(resource: string, input: Record<string, unknown>) {
    const answer = await callTool(scene.app, `${connector}.${resource}.consultar`, input, call);
    expect([answer.status, answer.body.error ?? null]).toEqual([200, null]);
    return answer.body.data ?? {};
  }

  return {
    connection,
    ask,
    async sync(periodo, alcances) {
      const jobId = await scene.requestSync(owner, connection, { periodo, alcances }, connector);
      await scene.untilEnded(jobId);
      const [job] = await scene.database.owner(`select outcomes from sync_jobs where id = $1`, [
        jobId,
      ]);
      return (job as { outcomes: Record<string, unknown>[] } | undefined)?.outcomes ?? [];
    },
    async readAll(resource, input) {
      const rows: Row[] = [];
      let cursor: unknown = null;
      do {
        const page = await ask(resource, {
          limit: 500,
          ...input,
          ...(cursor !== null && { cursor }),
        });
        rows.push(...(page[resource] as Row[]));
        cursor = page["cursor"];
      } while (cursor !== null);
      return rows;
    },
    async truth(resource, periodo, more = "") {
      const query = `resource=${resource}&periodo=${periodo}&rut=${login.empresa}${more}`;
      const { body } = await scene.sandbox.control<{ rows: Row[] }>(
        "GET",
        `${portal}/truth?${query}`,
      );
      return body.rows;
    },
    async addRows(periodo, rows) {
      const body = { periodo, rut: login.empresa, rows };
      const { status } = await scene.sandbox.control("POST", `${portal}/rows`, body);
      expect(status).toBe(200);
    },
  };
}
