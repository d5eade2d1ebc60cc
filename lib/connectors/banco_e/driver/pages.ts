import { open, step, type BrowserSession } from "#lib/browser/index.ts";
import { AppError } from "#lib/kernel/errors/index.ts";
import { unknownShape } from "#lib/contract/bank/index.ts";
import { SessionEnded } from "#lib/contract/index.ts";
import { parseTitular } from "../parse/titular.ts";
import type { ShownPage } from "../portal.ts";
import { shownPage } from "./shown.ts";

export interface Inside {
  session: BrowserSession;
  baseUrl: string;
  /** The company that every page must be about. */
  rut: string;
}

/** A page of the portal, once it is sure that it is about this company. */
export async function openPage({ session, baseUrl, rut }: Inside, path: string) {
  await open(session, `${baseUrl}${path}`);
  const shown: ShownPage = await step(session, "read the page", () => shownPage(session.page));
  if (shown.asksToLogIn) throw new SessionEnded();
  if (shown.titular === null) throw unknownShape("a page that names no company");
  if (parseTitular(shown.titular)?.rut !== rut) throw new AppError("connection_identity_mismatch");
  return shown;
}
