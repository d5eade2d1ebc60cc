import type { BrowserSession } from "#lib/browser/index.ts";
import type { Periodo } from "#lib/chile/index.ts";
import { accountRows, type Cuenta } from "#lib/tools/define/bank/index.ts";
import {
  toRecord,
  type AlcanceReading,
  type DriverOptions,
  type PortalDriver,
} from "#lib/tools/define/index.ts";
import { parseAccounts } from "../parse/accounts.ts";
import { parseBalances } from "../parse/balances.ts";
import { cuentas, movimientos, nominaPagos, nominas, saldos, transferencias } from "../store.ts";
import { BancoBApi, companyData } from "./api.ts";
import { logIn } from "./log-in.ts";
import { logOut } from "./log-out.ts";
import { readMovements } from "./read-movements.ts";
import { readPayrolls } from "./read-payrolls.ts";
import { readTransfers } from "./read-transfers.ts";

interface AccountList {
  rows: Cuenta[];
  incompletos: number;
}

export const needs = "browser";

export function open(session: BrowserSession, options: DriverOptions): PortalDriver {
  const baseUrl = options.baseUrl.replace(/\/$/, "");
  return new BancoB(new BancoBApi(session, baseUrl), options);
}

class BancoB implements PortalDriver {
  readonly #api: BancoBApi;
  readonly #options: DriverOptions;
  /** Whether the portal may be holding a session of ours. */
  #entered = false;
  #rut: string | null = null;
  #accounts: AccountList | null = null;

  constructor(api: BancoBApi, options: DriverOptions) {
    this.#api = api;
    this.#options = options;
  }

  async login(...[credential, companyRut]: Parameters<PortalDriver["login"]>) {
    this.#rut = null;
    const onSend = () => {
      this.#entered = true;
    };
    const outcome = await logIn({ api: this.#api, credential, companyRut, onSend });
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
    this.#accounts ??= parseAccounts(companyData(await this.#api.get("/cuentas"), rut));
    const accounts = this.#accounts;
    const reading = await this.#readAlcance(alcance, { rut, periodo, accounts: accounts.rows });
    const incompletos = reading.incompletos + accounts.incompletos;
    return {
      rows: [accountRows(cuentas, accounts.rows), ...reading.rows],
      incompletos,
      completo: reading.completo === true && incompletos === 0,
    };
  }

  async logout(): Promise<void> {
    if (!this.#entered) return;
    this.#entered = false;
    this.#rut = null;
    await logOut(this.#api);
  }

  #readAlcance(alcance: string, asked: Asked): Promise<AlcanceReading> {
    switch (alcance) {
      case "saldos":
        return this.#readBalances(asked);
      case "movimientos":
        return this.#readMovements(asked);
      case "transferencias":
        return this.#readTransfers(asked);
      case "nominas":
        return this.#readPayrolls(asked);
      default:
        throw new TypeError(`banco_b has no ${alcance}`);
    }
  }

  async #readBalances({ rut }: Asked): Promise<AlcanceReading> {
    const datos = companyData(await this.#api.post("/saldos"), rut);
    const { rows, incompletos } = parseBalances(datos, this.#options.today);
    const records = rows.map((row) => toRecord(saldos, row));
    return { rows: [{ dataset: saldos.id, records }], incompletos, completo: true };
  }

  async #readMovements({ rut, periodo, accounts }: Asked): Promise<AlcanceReading> {
    const { today } = this.#options;
    const records = [];
    let incompletos = 0;
    let completo = true;
    for (const account of accounts) {
      const month = await readMovements(this.#api, { rut, account, periodo, today });
      records.push(...month.rows.map(({ row, number }) => toRecord(movimientos, row, number)));
      incompletos += month.incompletos;
      completo &&= month.completo;
    }
    return { rows: [{ dataset: movimientos.id, records }], incompletos, completo };
  }

  async #readTransfers({ rut, periodo, accounts }: Asked): Promise<AlcanceReading> {
    const currencies = new Map(accounts.map(({ numeroCuenta, moneda }) => [numeroCuenta, moneda]));
    const { today } = this.#options;
    const month = await readTransfers(this.#api, { rut, periodo, today, currencies });
    const records = month.rows.map((row) => toRecord(transferencias, row));
    return { ...month, rows: [{ dataset: transferencias.id, records }] };
  }

  async #readPayrolls({ rut, periodo }: Asked): Promise<AlcanceReading> {
    const { batches, lines, incompletos, completo } = await readPayrolls(this.#api, {
      rut,
      periodo,
    });
    const headers = batches.map(({ row, madeAt }) => toRecord(nominas, row, madeAt));
    const payments = lines.map((line) => ({ ...toRecord(nominaPagos, line), periodo }));
    return {
      rows: [
        { dataset: nominas.id, records: headers },
        { dataset: nominaPagos.id, records: payments },
      ],
      incompletos,
      completo,
    };
  }
}

interface Asked {
  rut: string;
  periodo: Periodo;
  accounts: Cuenta[];
}
