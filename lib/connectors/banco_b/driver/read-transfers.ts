import { firstDay, lastDay, type Fecha, type Periodo } from "#lib/chile/index.ts";
import { type Cuenta, parseAnswer } from "#lib/contract/bank/index.ts";
import { parseReceived, parseSent, type Transfers } from "../parse/transfers.ts";
import { Received, Sent } from "../portal.ts";
import { transferencias, type Transferencia } from "../store.ts";
import { companyData, type BancoBApi } from "./api.ts";
import { readPages, type ReadPages } from "./pages.ts";

interface TransfersAsked {
  rut: string;
  periodo: Periodo;
  today: Fecha;
  accounts: readonly Cuenta[];
}

interface TransferMonth {
  rows: Transferencia[];
  incompletos: number;
  completo: boolean;
}

/** Sent and received transfers, which the portal lists separately and in different shapes. */
export async function readTransfers(api: BancoBApi, asked: TransfersAsked): Promise<TransferMonth> {
  const { rut, periodo, today } = asked;
  const currencies = new Map(asked.accounts.map((one) => [one.numeroCuenta, one.moneda]));
  const end = lastDay(periodo) < today ? lastDay(periodo) : today;
  const days = { desde: compact(firstDay(periodo)), hasta: compact(end) };
  const sent = await readPages(async (pagina) => {
    const answer = await api.post("/transferencias/enviadas", { ...days, pagina });
    const page = parseAnswer(Sent, companyData(answer, rut));
    return pageOf(page, page.enviadas);
  });
  const received = await readPages(async (pagina) => {
    const answer = await api.post("/transferencias/recibidas", { ...days, pagina });
    const page = parseAnswer(Received, companyData(answer, rut));
    return pageOf(page, page.recibidas);
  });
  const lists = [
    monthOf(parseSent(sent.rows, currencies), sent, periodo),
    monthOf(parseReceived(received.rows, currencies), received, periodo),
  ];
  return {
    rows: lists.flatMap(({ rows }) => rows),
    incompletos: lists.reduce((sum, { incompletos }) => sum + incompletos, 0),
    completo: lists.every(({ completo }) => completo),
  };
}

function pageOf<Raw>(
  page: { pagina: number; hayMas: boolean; totalRegistros: number },
  rows: readonly Raw[],
) {
  return { number: page.pagina, rows, more: page.hayMas, total: page.totalRegistros };
}

function monthOf(parsed: Transfers, read: ReadPages<unknown>, periodo: Periodo): TransferMonth {
  const ofMonth = parsed.rows.filter((row) => row.fecha.startsWith(periodo));
  const incompletos = parsed.incompletos + parsed.rows.length - ofMonth.length;
  // Newest first: one that arrived between two pages pushes the last row onto the next page.
  const rows = [...new Map(ofMonth.map((row) => [transferencias.key(row), row])).values()];
  return { rows, incompletos, completo: incompletos === 0 && rows.length >= (read.total ?? 0) };
}

function compact(day: Fecha): string {
  return day.replaceAll("-", "");
}
