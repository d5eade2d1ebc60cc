import type { Frame, Page } from "playwright-core";
import { untilInPage } from "./in-page.ts";
import { step, type Bounded } from "./step.ts";

/** How a page is recognised: everything given must match. Texts match as substrings. */
export interface Sign {
  text?: string;
  selector?: string;
  title?: string;
  path?: string;
}

/** Outcome → the signs that each prove it. The first row that matches wins. */
export type OutcomeTable<Outcome extends string> = Record<Outcome, Sign | readonly Sign[]>;

interface WaitOptions {
  /** How long to wait for an unknown page to become a known one. */
  limitMs?: number;
}

const defaultLimitMs = 10_000;

/** Waits, without polling pauses, until the page matches a row; otherwise it is `unknown`. */
export async function waitForOutcome<Outcome extends string>(
  session: Bounded,
  shown: Page | Frame,
  table: OutcomeTable<Outcome>,
  options: WaitOptions = {},
): Promise<Outcome | "unknown"> {
  const rows = Object.entries<Sign | readonly Sign[]>(table).map(
    ([outcome, signs]) => [outcome, [signs].flat()] as [Outcome, Sign[]],
  );
  const limits = { limitMs: options.limitMs ?? defaultLimitMs, signal: session.signal };
  const found = await step(session, "recognise the page", () =>
    untilInPage(shown, recognise<Outcome>, rows, limits),
  );
  return found ?? "unknown";
}

/**
 * Runs inside the page: it can use nothing from this file. Null means no match yet, so it is asked
 * again.
 */
function recognise<Outcome extends string>(rows: [Outcome, Sign[]][]): Outcome | null {
  const page = globalThis as unknown as {
    document: {
      title: string;
      body: { innerText?: string } | null;
      querySelector(selector: string): unknown;
    };
    location: { pathname: string };
  };
  const text = (page.document.body?.innerText ?? "").replaceAll(/\s+/g, " ");
  const holds = (sign: Sign): boolean =>
    (sign.text === undefined || text.includes(sign.text)) &&
    (sign.title === undefined || page.document.title.includes(sign.title)) &&
    (sign.path === undefined || page.location.pathname.includes(sign.path)) &&
    (sign.selector === undefined || page.document.querySelector(sign.selector) !== null);
  return rows.find(([, signs]) => signs.some(holds))?.[0] ?? null;
}
