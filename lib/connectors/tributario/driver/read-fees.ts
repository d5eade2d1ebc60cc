import { plazoAnulacion, type Fecha, type Periodo } from "#lib/chile/index.ts";
import { AppError } from "#lib/kernel/errors/index.ts";
import { unknownShape } from "#lib/contract/bank/index.ts";
import { readRows, toRecord, type AlcanceReading } from "#lib/contract/index.ts";
import { parseFeePage } from "../parse/fee-list.ts";
import { provesMonth } from "../parse/fee-year.ts";
import { boletas, type Boleta } from "../store.ts";
import type { PortalPages } from "./portal-pages.ts";

const maxPages = 500;

/** Fee receipts, which the portal shows only to the company's own login. */
export async function readFees(
  pages: PortalPages,
  periodo: Periodo,
  today: Fecha,
): Promise<AlcanceReading> {
  const sides = [
    await readProven(pages, periodo, "emitidas"),
    await readProven(pages, periodo, "recibidas"),
  ];
  const rows = sides.flatMap((side) => side.rows);
  const incompletos = sides.reduce((sum, side) => sum + side.incompletos, 0);
  return {
    rows: [
      readRows(
        boletas,
        rows.map((row) => toRecord(boletas, row)),
      ),
    ],
    incompletos,
    completo: incompletos === 0 && sides.every(({ isProven }) => isProven),
    unfinished: rows.some((row) => mayBeAnnulled(row, today)),
  };
}

/** Its issuer still can by itself, or has asked and its receiver has not answered yet. */
function mayBeAnnulled({ estado, fecha }: Boleta, today: Fecha): boolean {
  switch (estado) {
    case "VIGENTE":
      return plazoAnulacion(fecha, today)?.modo === "inmediata";
    case "VIGENTE_ANULACION_PENDIENTE":
      return true;
    case "ANULADA":
      return false;
  }
}

/** The year's summary, requested afterwards, must match the totals of the month's rows. */
async function readProven(
  pages: PortalPages,
  periodo: Periodo,
  lado: Boleta["lado"],
): Promise<{ rows: Boleta[]; incompletos: number; isProven: boolean }> {
  const side = await readFeeSide(pages, periodo, lado);
  const query = `lado=${lado.toUpperCase()}&anio=${periodo.slice(0, 4)}`;
  const html = await pages.inside(await pages.get(`/honorarios/anual?${query}`));
  const { texts } = await pages.read(html, { texts: { year: "#anio-consultado" } });
  if (texts.year !== periodo.slice(0, 4)) throw unknownShape("the summary of another year");
  return { ...side, isProven: provesMonth(html, { lado, periodo }, side.rows) };
}

/**
 * Pages from 0 on. The portal repeats the last one for ever: the end is the count, or a page
 * without new rows.
 */
export async function readFeeSide(
  pages: PortalPages,
  periodo: Periodo,
  lado: Boleta["lado"],
): Promise<{ rows: Boleta[]; incompletos: number }> {
  const query = `lado=${lado.toUpperCase()}&periodo=${periodo.replace("-", "")}`;
  const read = new Map<string, Boleta | null>();
  for (let page = 0; page < maxPages; page += 1) {
    const path = `/honorarios/informe?${query}&pagina=${page}`;
    const html = await pages.inside(await pages.get(path));
    const { texts } = await pages.read(html, {
      texts: { empty: "#sin-boletas", refused: "#sin-acceso" },
    });
    if (texts.refused !== null) throw new AppError("alcance_scheme_unsupported");
    const { total, rows } = parseFeePage(html, { lado, periodo });
    if ((total === 0) !== (texts.empty !== null)) {
      throw unknownShape("neither receipts nor their absence");
    }
    const fresh = rows.filter(({ name }) => !read.has(name));
    for (const { name, boleta } of fresh) read.set(name, boleta);
    if (read.size >= total || fresh.length === 0) return counted([...read.values()], total);
  }
  throw unknownShape("a report without an end");
}

function counted(
  read: readonly (Boleta | null)[],
  total: number,
): { rows: Boleta[]; incompletos: number } {
  const rows = read.filter((boleta) => boleta !== null);
  if (total > 0 && rows.length === 0) throw unknownShape("not one receipt could be read");
  return { rows, incompletos: Math.max(total, read.length) - rows.length };
}
