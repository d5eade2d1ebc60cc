import type { Frame } from "playwright-core";
import { inPage } from "#lib/browser/index.ts";
import type { ShownPage } from "../portal.ts";

/** Reads the whole page in one question to the browser, however many rows it has. */
export function shownPage(frame: Frame): Promise<ShownPage> {
  return inPage(frame, readPage, null);
}

/* The part of the DOM that is used below. */
interface Part {
  textContent: string | null;
  /** An option has one. */
  value?: string;
  querySelector(selector: string): Part | null;
  querySelectorAll(selector: string): Iterable<Part>;
  rows: Iterable<{ cells: Iterable<Part & { tagName: string }> }>;
}

/** Runs inside the page: it can use nothing from this file. */
function readPage(): ShownPage {
  const { document } = globalThis as unknown as { document: Part };
  const textOf = (part: Part | null): string => (part?.textContent ?? "").trim();
  const all = (selector: string): Part[] => Array.from(document.querySelectorAll(selector));

  const labels: Record<string, string> = {};
  for (const cell of all("table.marco td")) {
    const [name = "", ...value] = textOf(cell).split(":");
    labels[name.trim()] = value.join(":").trim();
  }
  const { Empresa: razonSocial, RUT: rut } = labels;

  const tables = all("table.datos");
  const lines = tables.flatMap((table) => Array.from(table.rows, ({ cells }) => Array.from(cells)));
  const texts = lines.map((cells) => cells.map(textOf));
  const [headers = [], ...rows] = texts;
  const headed = lines[0]?.every((cell) => cell.tagName === "TH") ?? false;

  return {
    company: rut === undefined || razonSocial === undefined ? null : { rut, razonSocial },
    asksToLogIn: document.querySelector("form[name='ingreso']") !== null,
    heading: textOf(document.querySelector("h1")),
    labels,
    notice: textOf(document.querySelector("p.aviso")) || null,
    table: tables.length === 0 ? null : { headers: headed ? headers : [], rows },
    pageNote:
      all("p")
        .map(textOf)
        .find((text) => text.startsWith("Página ")) ?? null,
    hasNext: all("a").some((link) => textOf(link) === "Siguiente"),
    accounts: all("form[name='consulta'] #cuenta option").map(textOf),
    months: all("form[name='consulta'] #periodo option").map(({ value = "" }) => value),
  };
}
