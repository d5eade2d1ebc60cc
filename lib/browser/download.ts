import { watch } from "node:fs";
import { readdir, readFile, stat } from "node:fs/promises";
import { join } from "node:path";
import type { Download, Page } from "playwright-core";
import { AppError } from "#lib/kernel/errors/index.ts";
import { BrowserFailure } from "./failures.ts";
import { step, type Bounded } from "./step.ts";

export interface DownloadPlace {
  /** Null where files cannot be taken over: the browser is another machine's. */
  folder: string | null;
  maxBytes: number;
  /** Whether a step is waiting for a file: any other download is refused. */
  expected: boolean;
}

export interface Downloaded {
  name: string;
  bytes: Buffer;
}

/** Nobody asked for it: it is neither kept nor read. */
export function refuseUnexpected(page: Page, place: DownloadPlace): void {
  page.on("download", (download) => {
    if (!place.expected) void discard(download);
  });
}

/** Canceling comes too late for a short file that is already there: it is deleted as well. */
async function discard(download: Download): Promise<void> {
  await download.cancel().catch(() => undefined);
  await download.delete().catch(() => undefined);
}

/** Does what makes the portal send a file, and hands over its bytes. The file itself is deleted. */
export async function receiveDownload(
  session: Bounded & { page: Page; downloads: DownloadPlace },
  act: () => Promise<unknown>,
): Promise<Downloaded> {
  const { page, downloads, signal } = session;
  const name = "download a file";
  const { folder, maxBytes } = downloads;
  if (folder === null) {
    const cause = new BrowserFailure(name, "a remote browser hands over no files");
    throw new AppError("service_unavailable", { cause });
  }
  downloads.expected = true;
  try {
    return await step(
      session,
      name,
      async () => {
        const started = page.waitForEvent("download", { signal });
        const [download] = await Promise.all([started, act()]);
        return await withinCap(download, { folder, maxBytes }, name);
      },
      "timeout",
    );
  } finally {
    downloads.expected = false;
  }
}

async function withinCap(
  download: Download,
  { folder, maxBytes }: { folder: string; maxBytes: number },
  name: string,
): Promise<Downloaded> {
  const exceeded = Promise.withResolvers<never>();
  const check = async (): Promise<void> => {
    if ((await bytesIn(folder)) <= maxBytes) return;
    exceeded.reject(tooLarge(name));
    await download.cancel();
  };
  exceeded.promise.catch(() => undefined);
  const watcher = watch(folder, () => void check().catch(() => undefined));
  try {
    // What came before the watcher stood makes no event any more.
    await check();
    const path = await Promise.race([download.path(), exceeded.promise]);
    if ((await stat(path)).size > maxBytes) throw tooLarge(name);
    return { name: download.suggestedFilename(), bytes: await readFile(path) };
  } finally {
    watcher.close();
    await download.delete().catch(() => undefined);
  }
}

function tooLarge(name: string): AppError {
  const cause = new BrowserFailure(name, "larger than allowed");
  return new AppError("upstream_unexpected_response", { cause });
}

async function bytesIn(folder: string): Promise<number> {
  let sum = 0;
  for (const name of await readdir(folder)) sum += (await stat(join(folder, name))).size;
  return sum;
}
