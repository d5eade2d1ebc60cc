import { expect } from "vitest";
import { startTestSandbox, type TestSandbox } from "#infra/sandbox/testing/sandbox.ts";
import { todayInSantiago } from "#lib/chile/index.ts";
import { openPortal, type OpenedPortal, type OpenOptions } from "#lib/connectors/drivers.ts";
import type { AlcanceReading, NewRecord } from "#lib/contract/index.ts";

export const rut = "76555835-2";
export const ok = { rut: "12345678-5", clave: "clave-bancoa", empresa: rut };

/** A movement or a balance in the bank's own words. */
export interface TruthRow {
  cuenta: string;
  fecha: string;
}

export interface BancoABench {
  control: TestSandbox["control"];
  open(options?: Partial<OpenOptions>): Promise<OpenedPortal>;
  /** Opens the portal and logs in. */
  enter(options?: Partial<OpenOptions>): Promise<OpenedPortal>;
  fault(kind: string, more?: { times?: number; delayMs?: number }): Promise<void>;
  pendingFaults(): Promise<unknown[]>;
  truth(resource: string, periodo: string): Promise<TruthRow[]>;
  log(): Promise<Record<string, number>>;
  reset(): Promise<void>;
  closePortals(): Promise<void>;
  close(): Promise<void>;
}

const base = "/portals/banco_a";

/** The portal of banco_a, and the driver on it in a real browser, without the service around. */
export async function bancoABench(): Promise<BancoABench> {
  const sandbox = await startTestSandbox();
  const { control } = sandbox;
  let opened: OpenedPortal[] = [];

  async function open(options: Partial<OpenOptions> = {}): Promise<OpenedPortal> {
    const now = sandbox.service.now();
    const portal = await openPortal("banco_a", {
      baseUrl: sandbox.url + base,
      now,
      today: todayInSantiago(now),
      signal: AbortSignal.timeout(120_000),
      ...options,
    });
    opened.push(portal);
    return portal;
  }

  return {
    control,
    open,
    async enter(options) {
      const portal = await open(options);
      expect(await portal.driver.login(ok, rut)).toMatchObject({ kind: "ok" });
      return portal;
    },
    async fault(kind, more) {
      const answer = await control("POST", `${base}/faults`, { kind, ...more });
      expect(answer.status).toBe(200);
    },
    async pendingFaults() {
      return (await control<{ faults: unknown[] }>("GET", `${base}/faults`)).body.faults;
    },
    async truth(resource, periodo) {
      const path = `${base}/truth?resource=${resource}&periodo=${periodo}&rut=${rut}`;
      return (await control<{ rows: TruthRow[] }>("GET", path)).body.rows;
    },
    async log() {
      return (await control<Record<string, number>>("GET", `${base}/log`)).body;
    },
    async reset() {
      await control("POST", "/reset");
    },
    async closePortals() {
      for (const portal of opened) await portal.close();
      opened = [];
    },
    close: () => sandbox.close(),
  };
}

export function recordsOf(reading: AlcanceReading, dataset: string): NewRecord[] {
  return reading.rows.find((rows) => rows.dataset === `banco_a.${dataset}`)?.records ?? [];
}

/** A stored movement as the portal's truth writes it. */
export function inPortalWords({ payload: row }: NewRecord): unknown {
  const { monto, type } = row;
  return {
    cuenta: row["numeroCuenta"],
    fecha: row["fecha"],
    glosa: row["descripcion"],
    documento: row["numeroDocumento"],
    cargo: type === "credit" ? monto : 0,
    abono: type === "debit" ? monto : 0,
    saldo: row["saldo"],
    moneda: row["moneda"],
  };
}

/** A stable sort: inside an account and day the bank's own order stays. */
export function byAccountAndDay(rows: TruthRow[]): TruthRow[] {
  const placeOf = ({ cuenta, fecha }: TruthRow): string => `${cuenta}|${fecha}`;
  return rows.toSorted((one, other) => compare(placeOf(one), placeOf(other)));
}

/** Records as their sort keys order them, accounts one after the other. */
export function inOrder(records: NewRecord[]): NewRecord[] {
  const placed = records.map((record) => {
    const [fecha, cuenta, position] = record.sortKey.split("|");
    return { record, place: `${cuenta}|${fecha}|${position}` };
  });
  return placed.toSorted((a, b) => compare(a.place, b.place)).map(({ record }) => record);
}

/** What two equal charges share. */
export function looks({ payload }: NewRecord): string {
  const { numeroCuenta, fecha, descripcion, numeroDocumento, monto, type } = payload;
  return JSON.stringify([numeroCuenta, fecha, descripcion, numeroDocumento, monto, type]);
}

function compare(one: string, other: string): number {
  if (one === other) return 0;
  return one < other ? -1 : 1;
}
