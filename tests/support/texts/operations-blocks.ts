import { readFile } from "node:fs/promises";

/**
 * What runs a block of `docs/operations.md`: `walk` pastes it on a real server
 * (`tests/e2e/plain-server-walk.test.ts`), `stand-ins` runs it in one shell with stubs that record their calls
 * (`tests/contract/operations.test.ts`).
 */
type Runner = "walk" | "stand-ins" | "query" | "log" | "help" | "unit" | "words";

export interface OperationsBlock {
  heading: string;
  language: string;
  text: string;
  by: Runner | null;
}

/** By the beginning of a block, in the page's order. Stubs run the shell blocks that are not listed here. */
const runners: readonly (readonly [begins: string, by: Runner])[] = [
  ["BACKUP_PASSWORD=", "walk"],
  ["npm run backup", "walk"],
  ["pg_restore", "walk"],
  ["export POINT", "walk"],
  ["npm run -s admin -- restore finish", "walk"],
  ["npm run -s admin -- GROUP VERB", "help"],
  ["fields @timestamp", "log"],
  ["select set_config", "query"],
  ["export DATABASE_OWNER_URL='postgres://owner:…@127.0.0.1", "walk"],
  ["export KEPT", "walk"],
  ["keep()", "walk"],
  ["set -a", "walk"],
  ["export OPERATOR=ana", "walk"],
  ["[Service]", "unit"],
  ["podman build", "words"],
];

/** Every fenced block of the page, in order. */
export async function operationsBlocks(): Promise<OperationsBlock[]> {
  const page = await readFile(new URL("../../../docs/operations.md", import.meta.url), "utf8");
  const fence = /^( *)```(\w*)\n([\s\S]*?)^ *```$/gm;
  return [...page.matchAll(fence)].map(
    ({ 1: indent = "", 2: language = "", 3: raw = "", index }) => {
      const text = raw.replaceAll(new RegExp(`^${indent}`, "gm"), "");
      const heading = [...page.slice(0, index).matchAll(/^##+ (.+)$/gm)].at(-1)?.[1] ?? "";
      const named = runners.find(([begins]) => text.startsWith(begins))?.[1];
      return { heading, language, text, by: named ?? (language === "sh" ? "stand-ins" : null) };
    },
  );
}
