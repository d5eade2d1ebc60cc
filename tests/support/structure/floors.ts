import type { SourceFile } from "./import-graph.ts";

/** From the bottom up. A folder imports its own layer and those below it; within a layer, without cycles. */
export const floors: readonly (readonly string[])[] = [
  ["lib/kernel"],
  ["lib/chile"],
  ["lib/contract", "lib/db", "lib/platform", "lib/vault", "lib/egress"],
  [
    "lib/browser",
    "lib/mail",
    "lib/identity",
    "lib/connections",
    "lib/limits",
    "lib/idempotency",
    "lib/records",
    "lib/exports",
    "lib/indicators",
    "lib/audit",
    "lib/operator",
    "lib/smoke",
  ],
  ["lib/jobs"],
  ["lib/links", "lib/ledger"],
  ["lib/connectors"],
  [
    "lib/sync",
    "lib/emissions",
    "lib/tax-folders",
    "lib/fee-receipts",
    "lib/mailbox",
    "lib/invoicing",
    "lib/webhooks",
    "lib/schedules",
  ],
  ["lib/tools", "lib/guides", "lib/attention", "lib/erasure", "lib/restore", "lib/retention"],
  ["functions"],
  ["infra"],
];

/** On no layer: the client is a separate package, the sandbox is the outside world. */
const outside = ["lib/client", "infra/sandbox"];

export interface Arrow {
  from: string;
  to: string;
  /** `file -> target` */
  imports: string[];
}

export function folderOf(file: string): string {
  const two = file.split("/").slice(0, 2).join("/");
  if (outside.includes(two)) return two;
  return file.startsWith("lib/") ? two : (file.split("/")[0] ?? "");
}

function floorOf(folder: string): number {
  return floors.findIndex((floor) => floor.includes(folder));
}

/** Folders that are neither on a layer nor outside. */
export function foldersWithoutFloor(files: readonly SourceFile[]): string[] {
  const all = new Set(files.map(({ file }) => folderOf(file)));
  return [...all].filter((folder) => floorOf(folder) < 0 && !outside.includes(folder));
}

/** Every import from one folder into another, by folder. */
export function arrows(files: readonly SourceFile[]): Arrow[] {
  const found = new Map<string, Arrow>();
  for (const { file, imports } of files) {
    for (const { target, ours } of imports) {
      const [from, to] = [folderOf(file), folderOf(target)];
      if (!ours || from === to) continue;
      const arrow = found.get(`${from} ${to}`) ?? { from, to, imports: [] };
      arrow.imports.push(`${file} -> ${target}`);
      found.set(`${from} ${to}`, arrow);
    }
  }
  return [...found.values()];
}

export function isUpward({ from, to }: Arrow): boolean {
  return floorOf(from) >= 0 && floorOf(to) > floorOf(from);
}
