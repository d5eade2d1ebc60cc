import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import type { Frame } from "playwright-core";
import { openAddress } from "../navigate.ts";
import { openSession } from "../open-session.ts";
import { startLocalSite } from "./local-site.ts";

export interface FixturePages {
  /** Shows a saved page in a real browser, decoded with the charset the portal's server names. */
  show(name: string): Promise<Frame>;
  close(): Promise<void>;
}

/** Serves a folder of saved pages, in Latin-1 by default, and opens a browser on it. */
export async function openFixturePages(
  folder: string,
  charset: "latin1" | "utf8" = "latin1",
): Promise<FixturePages> {
  const names = (await readdir(folder)).filter((name) => name.endsWith(".html"));
  const pages: Record<string, Buffer | string> = {};
  for (const name of names) {
    const bytes = await readFile(join(folder, name));
    pages[`/${name}`] = charset === "utf8" ? bytes.toString() : bytes;
  }
  const site = await startLocalSite(pages);
  const session = await openSession({ baseUrl: site.url, signal: AbortSignal.timeout(60_000) });
  return {
    async show(name) {
      await openAddress(session, `${site.url}/${name}`);
      return session.page.mainFrame();
    },
    async close() {
      await session.close();
      await site.close();
    },
  };
}
