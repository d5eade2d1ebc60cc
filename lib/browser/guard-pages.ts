import type { Dialog, Download, Page } from "playwright-core";
import type { PortalHosts } from "./portal-hosts.ts";

/** A message box that the portal opened. Its text is the portal's: never log or answer it. */
export interface ShownDialog {
  type: string;
  text: string;
}

const longestText = 2_000;
/** Dismisses and records dialogs, and closes windows that lead elsewhere than the main one. */
export function guardPages(main: Page, hosts: PortalHosts): ShownDialog[] {
  const context = main.context();
  const dialogs: ShownDialog[] = [];
  context.on("dialog", (dialog) => {
    dialogs.push({ type: dialog.type(), text: dialog.message().slice(0, longestText) });
    void answer(dialog);
  });
  context.on("page", (page) => {
    const closeForeign = (): void => {
      if (!belongs(page, hosts)) void closeQuietly(page);
    };
    page.on("framenavigated", closeForeign);
    page.on("requestfailed", (request) => {
      if (request.isNavigationRequest() && !hosts.allows(request.url())) void closeQuietly(page);
    });
    closeForeign();
  });
  return dialogs;
}

const neutral = new Set(["", "about:blank", ":"]);

function belongs(page: Page, hosts: PortalHosts): boolean {
  return neutral.has(page.url()) || hosts.allows(page.url());
}

/** Dismissing "leave this page?" would keep us on it. */
async function answer(dialog: Dialog): Promise<void> {
  const done = dialog.type() === "beforeunload" ? dialog.accept() : dialog.dismiss();
  await done.catch(() => undefined);
}

/** The page may be closing by itself. */
async function closeQuietly(page: Page): Promise<void> {
  await page.close().catch(() => undefined);
}

/** A portal's files are read by requests: what the browser itself would save is neither kept nor read. */
export function refuseDownloads(page: Page): void {
  page.on("download", (download) => void discard(download));
}

/** Canceling comes too late for a short file that is already there: it is deleted as well. */
async function discard(download: Download): Promise<void> {
  await download.cancel().catch(() => undefined);
  await download.delete().catch(() => undefined);
}
