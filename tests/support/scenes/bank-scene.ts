import { afterAll, afterEach, beforeAll, beforeEach, expect } from "vitest";
import { startTestSandbox, type TestSandbox } from "#infra/sandbox/testing/sandbox.ts";
import { Periodo, todayInSantiago } from "#lib/chile/index.ts";
import { openPortal, type OpenOptions } from "#lib/connectors/drivers.ts";
import type {
  AlcanceReading,
  LoginHooks,
  NewRecord,
  OpenedPortal,
  PortalDriver,
} from "#lib/contract/index.ts";
import { sharedBrowser } from "../browsers/shared-browser.ts";

/** For logins without a ledger. */
export const untold: LoginHooks = { submitting: () => Promise.resolve() };

export const companyRut = "76555835-2";

export type TruthRow = Record<string, string | number | null>;

/** One sandbox bank, visited by its real driver. Its data and log are reset for every test. */
export interface BankScene {
  system: string;
  /** The login for the company that is not first in its list. */
  credential: { rut: string; clave: string; empresa: string };
  now(): Date;
  /** The sandbox's address, without the portal's path. */
  origin(): string;
  open(options?: Partial<OpenOptions>): Promise<OpenedPortal>;
  /** Opens and logs in. */
  enter(options?: Partial<OpenOptions>): Promise<PortalDriver>;
  fault(kind: string, more?: { times?: number; delayMs?: number }): Promise<void>;
  pendingFaults(): Promise<unknown[]>;
  addRows(body: { resource?: string; periodo: string; rows: object[] }): Promise<void>;
  /** Sets the system's switches. */
  set(switches: object): Promise<void>;
  truth(resource: string, periodo: string, more?: string): Promise<TruthRow[]>;
  log(): Promise<Record<string, number>>;
  records(reading: AlcanceReading, dataset: string): NewRecord[];
}

/** For the top of a test file: registers what runs before and after each test. */
export function bankScene(system: string, clave = `clave-${system.replace("_", "")}`): BankScene {
  let sandbox: TestSandbox;
  let opened: OpenedPortal[] = [];
  beforeAll(async () => {
    sandbox = await startTestSandbox();
  });
  afterAll(() => sandbox.close());
  beforeEach(async () => {
    await sandbox.control("POST", "/reset");
  });
  afterEach(async () => {
    for (const portal of opened) await portal.close();
    opened = [];
  });

  const credential = { rut: "12345678-5", clave, empresa: companyRut };
  const path = `/portals/${system}`;

  async function open(options: Partial<OpenOptions> = {}): Promise<OpenedPortal> {
    const now = sandbox.service.now();
    const portal = await openPortal(system, {
      browser: await sharedBrowser(),
      baseUrl: `${sandbox.url}${path}`,
      now,
      today: todayInSantiago(now),
      signal: AbortSignal.timeout(120_000),
      ...options,
    });
    opened.push(portal);
    return portal;
  }

  async function post(to: string, body: object): Promise<void> {
    const answer = await sandbox.control("POST", `${path}${to}`, body);
    expect(answer.status).toBe(200);
  }

  return {
    system,
    credential,
    now: () => sandbox.service.now(),
    origin: () => sandbox.url,
    open,
    async enter(options) {
      const { driver } = await open(options);
      expect(await driver.login(credential, companyRut, untold)).toMatchObject({ kind: "ok" });
      return driver;
    },
    fault: (kind, more = {}) => post("/faults", { kind, ...more }),
    async pendingFaults() {
      const { body } = await sandbox.control<{ faults: unknown[] }>("GET", `${path}/faults`);
      return body.faults;
    },
    addRows: (body) => post("/rows", { rut: companyRut, ...body }),
    async set(switches) {
      expect((await sandbox.control("PATCH", path, switches)).status).toBe(200);
    },
    async truth(resource, periodo, more = "") {
      const query = `resource=${resource}&periodo=${periodo}&rut=${companyRut}${more}`;
      const { body } = await sandbox.control<{ rows: TruthRow[] }>("GET", `${path}/truth?${query}`);
      return body.rows;
    },
    log: async () => (await sandbox.control<Record<string, number>>("GET", `${path}/log`)).body,
    records: (reading, dataset) =>
      reading.rows
        .filter((rows) => rows.dataset === `${system}.${dataset}`)
        .flatMap(({ records }) => records),
  };
}

export const month = (text: string): Periodo => Periodo.parse(text);

/** A movement of the truth, in the bank's words and with the statement's sides. */
export function inPortalWords({ payload: row }: NewRecord): TruthRow {
  const { monto, type } = row as { monto: number; type: string };
  return {
    cuenta: String(row["numeroCuenta"]),
    fecha: String(row["fecha"]),
    glosa: String(row["descripcion"]),
    documento: row["numeroDocumento"] as string | null,
    cargo: type === "credit" ? monto : 0,
    abono: type === "debit" ? monto : 0,
    moneda: String(row["moneda"]),
  };
}

/** Rows as one comparable list: the order does not matter, but a missing twin does. */
export function sorted(rows: readonly object[]): string[] {
  return rows.map((row) => JSON.stringify(row, Object.keys(row).toSorted())).toSorted();
}

/** Only the named fields, so that further fields of the truth do not count. */
export function only(rows: readonly TruthRow[], names: readonly string[]): TruthRow[] {
  return rows.map((row) => Object.fromEntries(names.map((name) => [name, row[name] ?? null])));
}
