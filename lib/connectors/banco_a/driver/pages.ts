import type { Frame } from "playwright-core";
import { inPage, navigate, step, type BrowserSession } from "#lib/browser/index.ts";
import { ownPage, unknownShape } from "#lib/contract/bank/index.ts";
import { SessionEnded } from "#lib/contract/index.ts";
import type { ShownPage } from "../portal.ts";
import { shownPage } from "./shown-page.ts";

/** The frame where the portal shows data. It keeps its name while its documents change. */
export function contentFrame({ page }: BrowserSession): Frame {
  return frameNamed(page, "contenido");
}

/** Both frames have loaded their first page, and neither is a server error. */
export async function framesLoaded(session: BrowserSession): Promise<void> {
  const { page, signal } = session;
  await step(
    session,
    "wait for the frames",
    () => page.waitForLoadState("load", { signal }),
    "timeout",
  );
  for (const frame of page.frames()) session.requireAnswered(frame);
}

export interface BancoAVisit {
  session: BrowserSession;
  /** The company that every page must be about. */
  rut: string;
}

/** Opens the page behind a link of the menu. */
export async function openPage(inside: BancoAVisit, link: string): Promise<ShownPage> {
  const { session } = inside;
  const menu = frameNamed(session.page, "menu");
  await navigate(session, contentFrame(session), () => followLink(menu, link));
  return readContent(inside);
}

/** Opens the next sheet of the statement that is shown. */
export async function openNextSheet(inside: BancoAVisit): Promise<ShownPage> {
  const { session } = inside;
  const content = contentFrame(session);
  await navigate(session, content, () => followLink(content, "Siguiente"));
  return readContent(inside);
}

/** Reads the content frame, once it is sure that it shows this company. */
export async function readContent({ session, rut }: BancoAVisit): Promise<ShownPage> {
  const shown = await step(session, "read the page", () => shownPage(contentFrame(session)));
  const { asksToLogIn, company } = shown;
  ownPage({ asksToLogIn, titular: company?.rut ?? null }, rut);
  return shown;
}

function frameNamed(page: BrowserSession["page"], name: string): Frame {
  const frame = page.frame({ name });
  // The portal shows its login page, or an error of its own, instead of the frames.
  if (frame === null) throw new SessionEnded();
  return frame;
}

async function followLink(frame: Frame, text: string): Promise<void> {
  const found = await inPage(frame, clickLink, text);
  if (!found) throw unknownShape("a link of the portal is gone");
}

/** Runs inside the page. */
function clickLink(text: string): boolean {
  const { document } = globalThis as unknown as {
    document: {
      querySelectorAll(selector: string): Iterable<{ textContent: string; click(): void }>;
    };
  };
  const link = Array.from(document.querySelectorAll("a")).find(
    (one) => one.textContent.trim() === text,
  );
  link?.click();
  return link !== undefined;
}
