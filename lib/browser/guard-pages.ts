import type { Dialog, Page } from "playwright-core";
import { jobLimits } from "./process/job-limits.ts";
import type { PortalHosts } from "./portal-hosts.ts";

/** A message box that the portal opened. Its text is the portal's: never log or return it. */
interface ShownDialog {
  type: string;
  text: string;
}

export interface ShownDialogs {
  /** The first ones. */
  kept: readonly ShownDialog[];
  /** How many there were. */
  count(): number;
}

const longestText = 2_000;

/** Dismisses and records dialogs, and closes windows that leave the portal's hosts. */
export function guardPages(main: Page, hosts: PortalHosts): ShownDialogs {
  const context = main.context();
  const kept: ShownDialog[] = [];
  let count = 0;
  context.on("dialog", (dialog) => {
    count += 1;
    if (count <= jobLimits.dialogs) {
      kept.push({ type: dialog.type(), text: dialog.message().slice(0, longestText) });
    }
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
  return { kept, count: () => count };
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

/** The page may be closing already. */
async function closeQuietly(page: Page): Promise<void> {
  await page.close().catch(() => undefined);
}
