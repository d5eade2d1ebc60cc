import type { Frame, Page } from "playwright-core";
import { inPage } from "./in-page.ts";

/** The parts of a page to read, under the driver's own names. Each value is a selector. */
export interface PageParts {
  /** Elements to read the text of. */
  texts?: Record<string, string>;
  tables?: Record<string, string>;
  /** Select lists. */
  selects?: Record<string, string>;
  /** Boxes with a heading and a list of terms. */
  boxes?: Record<string, string>;
}

export interface PrintedChoice {
  value: string;
  text: string;
  selected: boolean;
}

interface PrintedBox {
  heading: string;
  terms: Record<string, string>;
}

export interface PrintedPage<Parts extends PageParts> {
  /** Null when there is no such element. */
  texts: { [Name in keyof Parts["texts"]]: string | null };
  tables: { [Name in keyof Parts["tables"]]: PrintedTable | null };
  selects: { [Name in keyof Parts["selects"]]: PrintedChoice[] };
  boxes: { [Name in keyof Parts["boxes"]]: PrintedBox[] };
}

interface PrintedTable {
  headers: string[];
  rows: string[][];
  /** The first link of each row; empty for a row without one. */
  links: string[];
}

/**
 * Reads all listed parts of a page in one question to the browser, however many rows it has. With
 * `html`, reads that fragment instead: nothing in it runs.
 */
export function readPrinted<const Parts extends PageParts>(
  shown: Page | Frame,
  parts: Parts,
  html: string | null = null,
): Promise<PrintedPage<Parts>> {
  return inPage(shown, readInside, { parts, html }) as Promise<PrintedPage<Parts>>;
}

/* The part of the DOM that is used below. */
interface Part {
  textContent: string | null;
  tagName: string;
  querySelector(selector: string): Part | null;
  querySelectorAll(selector: string): Iterable<Part>;
  getAttribute(name: string): string | null;
  rows: Iterable<Part & { cells: Iterable<Part> }>;
  options: Iterable<Part & { value: string; selected: boolean }>;
}

/** Runs inside the page: it can use nothing from this file. */
function readInside({ parts, html }: { parts: PageParts; html: string | null }) {
  const page = globalThis as unknown as {
    document: Part;
    DOMParser: new () => { parseFromString(text: string, type: string): Part };
  };
  const root =
    html === null ? page.document : new page.DOMParser().parseFromString(html, "text/html");
  const textOf = (part: Part | null): string =>
    (part?.textContent ?? "").replaceAll(/\s+/g, " ").trim();
  const each = <Read>(selectors: Record<string, string> = {}, read: (selector: string) => Read) =>
    Object.fromEntries(
      Object.entries(selectors).map(([name, selector]) => [name, read(selector)] as const),
    );

  return {
    texts: each(parts.texts, (selector) => {
      const found = root.querySelector(selector);
      return found === null ? null : textOf(found);
    }),
    tables: each(parts.tables, (selector) => {
      const table = root.querySelector(selector);
      if (table === null) return null;
      const rows = Array.from(table.rows, (row) => ({ row, cells: Array.from(row.cells) }));
      const headed = rows[0]?.cells.every((cell) => cell.tagName === "TH") ?? false;
      const body = headed ? rows.slice(1) : rows;
      return {
        headers: headed ? (rows[0]?.cells.map(textOf) ?? []) : [],
        rows: body.map(({ cells }) => cells.map(textOf)),
        links: body.map(({ row }) => row.querySelector("a")?.getAttribute("href") ?? ""),
      };
    }),
    selects: each(parts.selects, (selector) =>
      Array.from(root.querySelector(selector)?.options ?? [], (option) => ({
        value: option.value,
        text: textOf(option),
        selected: option.selected,
      })),
    ),
    boxes: each(parts.boxes, (selector) =>
      Array.from(root.querySelectorAll(selector), (box) => {
        const values = Array.from(box.querySelectorAll("dd"), textOf);
        const terms = Array.from(box.querySelectorAll("dt"), (term, place) => [
          textOf(term),
          values[place] ?? "",
        ]);
        return {
          heading: textOf(box.querySelector("h1, h2, h3")),
          terms: Object.fromEntries(terms) as Record<string, string>,
        };
      }),
    ),
  };
}
