import type { Periodo } from "#lib/chile/index.ts";
import { unknownShape, parseAnswer } from "#lib/contract/bank/index.ts";
import { parsePayrollLines, parsePayrolls, type TimedPayroll } from "../parse/payrolls.ts";
import { PayrollLines, Payrolls } from "../portal.ts";
import type { NominaPago } from "../store.ts";
import { companyData, type BancoBApi } from "./api.ts";
import { readPages } from "./pages.ts";

interface PayrollMonth {
  batches: TimedPayroll[];
  lines: NominaPago[];
  incompletos: number;
  completo: boolean;
}

/** The batches that were made in a month, each with all its lines. */
export async function readPayrolls(
  api: BancoBApi,
  { rut, periodo }: { rut: string; periodo: Periodo },
): Promise<PayrollMonth> {
  const answer = await api.post("/nominas", { mes: periodo.replace("-", "") });
  const { nominas } = parseAnswer(Payrolls, companyData(answer, rut));
  const parsed = parsePayrolls(nominas);
  const batches = parsed.rows.filter(({ row }) => row.fecha.startsWith(periodo));
  let incompletos = parsed.incompletos + parsed.rows.length - batches.length;
  const lines: NominaPago[] = [];
  let completo = true;
  for (const { row } of batches) {
    const batch = await readLines(api, rut, row.idNomina);
    lines.push(...batch.rows);
    incompletos += batch.incompletos;
    completo &&= batch.rows.length === row.numRegistros;
  }
  return { batches, lines, incompletos, completo: completo && incompletos === 0 };
}

async function readLines(
  api: BancoBApi,
  rut: string,
  idNomina: string,
): Promise<ReturnType<typeof parsePayrollLines>> {
  const { rows } = await readPages(async (pagina) => {
    const answer = await api.post("/nominas/detalle", { idNomina, pagina });
    const page = parseAnswer(PayrollLines, companyData(answer, rut));
    if (page.idNomina !== idNomina) throw unknownShape("lines of another batch");
    return { number: page.pagina, rows: page.pagos, more: page.pagina < page.totalPaginas };
  });
  const { rows: lines, incompletos } = parsePayrollLines(rows, idNomina);
  return { rows: [...new Map(lines.map((line) => [line.linea, line])).values()], incompletos };
}
