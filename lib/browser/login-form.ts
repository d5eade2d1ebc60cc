import type { Page } from "playwright-core";
import { navigate, openAddress } from "./navigate.ts";
import type { BrowserSession } from "./open-session.ts";
import { waitForOutcome, type Sign } from "./wait-for-outcome.ts";
import { step } from "./step.ts";

/** A portal in a browser, and its start page. */
export interface PortalSite {
  session: BrowserSession;
  baseUrl: string;
}

interface LoginPage<Answer extends string> {
  /** Relative to the portal's address. */
  path: string;
  fill(page: Page): Promise<void>;
  send(page: Page): Promise<void>;
  /** What the portal can show once the form was sent. */
  answers: Record<Answer, Sign>;
}

/** The steps of a portal's login form, each with its limits. */
export function loginForm<Answer extends string>(
  { session, baseUrl }: PortalSite,
  { path, fill, send, answers }: LoginPage<Answer>,
) {
  const { page } = session;
  return {
    open: () => openAddress(session, `${baseUrl}${path}`),
    fill: () => step(session, "fill the login form", () => fill(page)),
    send: () => navigate(session, page.mainFrame(), () => send(page)),
    answer: () => waitForOutcome(session, page, answers),
  };
}
