import type { Download, Page } from "playwright-core";

/** A portal's files are read by requests: what the browser itself would save is neither kept nor read. */
export function refuseDownloads(page: Page): void {
  page.on("download", (download) => void discard(download));
}

/** Canceling comes too late for a short file that is already there: it is deleted as well. */
async function discard(download: Download): Promise<void> {
  await download.cancel().catch(() => undefined);
  await download.delete().catch(() => undefined);
}
