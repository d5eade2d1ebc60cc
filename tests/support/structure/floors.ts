import { circles } from "./circles.ts";
import type { SourceFile } from "./import-graph.ts";

/** From the bottom up. A folder imports its own floor and those below it; on one floor, without circles. */
export const floors: readonly (readonly string[])[] = [
  ["lib/kernel"],
  ["lib/chile"],
  ["lib/contract", "lib/db", "lib/platform", "lib/vault", "lib/egress"],
  [
    "lib/browser",
    "lib/notices",
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
  ["lib/links"],
  ["lib/connectors"],
  ["lib/sync", "lib/ledger", "lib/webhooks", "lib/schedules"],
  ["lib/acts"],
  ["lib/tools", "lib/guides", "lib/attention", "lib/erasure", "lib/restore", "lib/retention"],
  ["functions"],
  ["infra"],
];

/** Folders whose parts, the folders in them, have floors of their own; every part is on one. Files next to them have none. */
export const parts: Readonly<Record<string, readonly (readonly string[])[]>> = {
  "lib/contract": [["dataset"], ["driver"], ["tool"], ["read", "sync"], ["bank", "documents"]],
  "lib/jobs": [["login"], ["visit"]],
  "lib/ledger": [["operation"], ["visits"], ["preparation", "files"], ["worker"]],
  "lib/acts": [
    ["documents", "fee-receipts", "folders", "mail"],
    ["annulments", "invoicing"],
  ],
  "lib/tools": [["documents"], ["call"], ["services", "search"], ["exports"], ["execute"]],
  functions: [["edge", "pages"], ["workers", "api"], ["dashboard"]],
  "functions/dashboard": [["texts", "request"], ["charts"], ["pages"], ["frame"], ["routes"]],
  "functions/dashboard/pages": [
    ["parts"],
    ["access", "connections", "people", "webhooks"],
    ["operations"],
    ["organizations"],
  ],
};

/** On no floor: the client is a separate package, the sandbox is the outside world. */
const outside = ["lib/client", "infra/sandbox"];

/** A link's job names its link by a foreign key: the one import that goes up. */
export const foreignKey = "lib/jobs/jobs.sql.ts -> lib/links/links.sql.ts";

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

/** Folders that are neither on a floor nor outside, and parts that their folder's floors do not name. */
export function foldersWithoutFloor(files: readonly SourceFile[]): string[] {
  const all = new Set(files.map(({ file }) => folderOf(file)));
  const found = [...all].filter((folder) => floorOf(folder) < 0 && !outside.includes(folder));
  const built = files.flatMap(({ file }) => partOf(file));
  const unnamed = built.filter(({ folder, part }) => partFloorOf(folder, part) < 0);
  return [...new Set([...found, ...unnamed.map(({ folder, part }) => `${folder}/${part}`)])];
}

/** Parts that the table names and that are not there. */
export function partsNotThere(files: readonly SourceFile[]): string[] {
  const built = new Set(
    files.flatMap(({ file }) => partOf(file).map((at) => `${at.folder}/${at.part}`)),
  );
  return Object.entries(parts)
    .flatMap(([folder, all]) => all.flat().map((part) => `${folder}/${part}`))
    .filter((part) => !built.has(part));
}

function partOf(file: string): { folder: string; part: string }[] {
  return Object.keys(parts).flatMap((folder) => {
    const [part, ...rest] = file.startsWith(`${folder}/`)
      ? file.slice(folder.length + 1).split("/")
      : [];
    return part === undefined || rest.length === 0 ? [] : [{ folder, part }];
  });
}

function partFloorOf(folder: string, part: string): number {
  return (parts[folder] ?? []).findIndex((floor) => floor.includes(part));
}

/** Every import from one folder into another, by folder. */
export function arrows(files: readonly SourceFile[]): Arrow[] {
  return arrowsBetween(files, (file, target) => [folderOf(file), folderOf(target)]);
}

function arrowsBetween(
  files: readonly SourceFile[],
  ends: (file: string, target: string) => readonly [string, string],
): Arrow[] {
  const found = new Map<string, Arrow>();
  for (const { file, imports } of files) {
    for (const { target, ours } of imports) {
      if (!ours) continue;
      const [from, to] = ends(file, target);
      if (from === to) continue;
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

/** Imports from a part into one on a higher floor of the same folder. */
export function upwardInParts(files: readonly SourceFile[]): string[] {
  return arrowsBetween(files, partedAt).flatMap(({ from, to, imports }) => {
    const folder = from.slice(0, from.lastIndexOf("/"));
    const [own, other] = [from, to].map((part) =>
      partFloorOf(folder, part.slice(folder.length + 1)),
    );
    return own !== undefined && other !== undefined && own >= 0 && other > own ? imports : [];
  });
}

/**
 * Folders next to each other that lead to each other, at any depth, types included, also by way of files that stand
 * next to them. The foreign key does not count.
 */
export function circlesOfFolders(files: readonly SourceFile[]): string[] {
  const known = new Set(files.map(({ file }) => file));
  const inside = files.map((file) => ({
    ...file,
    imports: file.imports.filter(
      ({ target }) => known.has(target) && `${file.file} -> ${target}` !== foreignKey,
    ),
  }));
  const edges = new Map<string, string[]>();
  for (const { from, to } of arrowsBetween(inside, partedAt)) {
    edges.set(from, [...(edges.get(from) ?? []), to]);
  }
  return circles(edges).map((found) => found.join(" "));
}

/** The first folders, or files, in which two paths differ: they stand next to each other. */
function partedAt(file: string, target: string): readonly [string, string] {
  const [a, b] = [file.split("/"), target.split("/")];
  const shared = a.findIndex((name, depth) => name !== b[depth]);
  return [a.slice(0, shared + 1).join("/"), b.slice(0, shared + 1).join("/")];
}
