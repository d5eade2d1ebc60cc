import type { BrowserSession } from "#lib/browser/index.ts";
import type { Periodo } from "#lib/chile/index.ts";
import { accountRows, type Cuenta } from "#lib/tools/define/bank/index.ts";
import {
  toRecord,
  type AlcanceReading,
  type Credential,
  type DriverOptions,
  type LoginOutcome,
  type PortalDriver,
} from "#lib/tools/define/index.ts";
import { parseAccounts } from "../parse/accounts.ts";
import { parseBalances } from "../parse/balances.ts";
import { cuentas, movimientos, saldos } from "../store.ts";
import { logIn } from "./log-in.ts";
import { logOut } from "./log-out.ts";
import { openSection, readContent } from "./pages.ts";
import { movementRecords, readMovements } from "./read-movements.ts";

interface AccountList {
  rows: Cuenta[];
  incompletos: number;
}

export const needs = "browser";

export function open(session: BrowserSession, options: DriverOptions): PortalDriver {
  return new BancoA(session, options.baseUrl.replace(/\/$/, ""));
}

class BancoA implements PortalDriver {
  readonly #session: BrowserSession;
  readonly #baseUrl: string;
  /** Whether the portal may be holding a session of ours. */
  #entered = false;
  #rut: string | null = null;
  #accounts: AccountList | null = null;

  constructor(session: BrowserSession, baseUrl: string) {
    this.#session = session;
    this.#baseUrl = baseUrl;
  }

  async login(credential: Credential, companyRut: string | null): Promise<LoginOutcome> {
    this.#rut = null;
    this.#accounts = null;
    const outcome = await logIn({
      session: this.#session,
      baseUrl: this.#baseUrl,
      credential,
      companyRut,
      onSend: () => {
        this.#entered = true;
      },
    });
    switch (outcome.kind) {
      case "ok":
        this.#rut = outcome.company.rut;
        break;
      case "rejected":
      case "blocked":
      case "busy":
      case "maintenance":
        // The portal opened nothing, and a session that is open is not ours to close.
        this.#entered = false;
        break;
      case "company_not_offered":
      case "approval_pending":
      case "variant_unsupported":
      case "unknown":
        break;
    }
    return outcome;
  }

  async read(alcance: string, periodo: Periodo): Promise<AlcanceReading> {
    const rut = this.#rut;
    if (rut === null) throw new TypeError("read before login");
    this.#accounts ??= await this.#readAccounts(rut);
    switch (alcance) {
      case "saldos":
        return this.#readBalances(rut, this.#accounts);
      case "movimientos":
        return this.#readMovements(rut, this.#accounts, periodo);
      default:
        throw new TypeError(`banco_a has no ${alcance}`);
    }
  }

  async logout(): Promise<void> {
    if (!this.#entered) return;
    this.#entered = false;
    this.#rut = null;
    await logOut(this.#session, this.#baseUrl);
  }

  async #readAccounts(rut: string): Promise<AccountList> {
    await openSection(this.#session, "Cuentas");
    return parseAccounts(await readContent(this.#session, rut));
  }

  async #readBalances(rut: string, accounts: AccountList): Promise<AlcanceReading> {
    await openSection(this.#session, "Saldos");
    const { rows, incompletos } = parseBalances(await readContent(this.#session, rut));
    return {
      rows: [
        accountRows(cuentas, accounts.rows),
        { dataset: saldos.id, records: rows.map((row) => toRecord(saldos, row)) },
      ],
      incompletos: incompletos + accounts.incompletos,
      completo: incompletos === 0,
    };
  }

  async #readMovements(
    rut: string,
    accounts: AccountList,
    periodo: Periodo,
  ): Promise<AlcanceReading> {
    const records = [];
    const whole: Record<string, boolean> = {};
    let { incompletos } = accounts;
    for (const { numeroCuenta } of accounts.rows) {
      const month = await readMovements(this.#session, { rut, numeroCuenta, periodo });
      records.push(...movementRecords(month));
      whole[numeroCuenta] = month.completo;
      incompletos += month.incompletos;
    }
    return {
      rows: [accountRows(cuentas, accounts.rows), { dataset: movimientos.id, records }],
      incompletos,
      completo: accounts.incompletos === 0 && Object.values(whole).every(Boolean),
      completoPorCuenta: whole,
    };
  }
}
