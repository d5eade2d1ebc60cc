import { circles } from "./circles.ts";
import type { SourceFile } from "./import-graph.ts";

/** From the bottom up. A folder imports its own floor and those below it; on one floor, without circles. */
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
  ["lib/links"],
  ["lib/connectors"],
  ["lib/sync", "lib/ledger", "lib/webhooks", "lib/schedules"],
  ["lib/emissions", "lib/tax-folders", "lib/fee-receipts", "lib/mailbox", "lib/invoicing"],
  ["lib/tools", "lib/guides", "lib/attention", "lib/erasure", "lib/restore", "lib/retention"],
  ["functions"],
  ["infra"],
];

/** Folders whose rooms have floors of their own; every room of theirs is on one. Files beside the rooms have none. */
export const rooms: Readonly<Record<string, readonly (readonly string[])[]>> = {
  "lib/contract": [["dataset"], ["driver"], ["tool"], ["read", "sync"], ["bank", "documents"]],
  "lib/jobs": [["login"], ["visit"]],
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

/** Folders that are neither on a floor nor outside, and rooms that their folder's floors do not name. */
export function foldersWithoutFloor(files: readonly SourceFile[]): string[] {
  const all = new Set(files.map(({ file }) => folderOf(file)));
  const found = [...all].filter((folder) => floorOf(folder) < 0 && !outside.includes(folder));
  const built = files.flatMap(({ file }) => roomOf(file));
  const unnamed = built.filter(({ folder, room }) => roomFloorOf(folder, room) < 0);
  return [...new Set([...found, ...unnamed.map(({ folder, room }) => `${folder}/${room}`)])];
}

/** Rooms that the table names and nobody built. */
export function roomsNotBuilt(files: readonly SourceFile[]): string[] {
  const built = new Set(
    files.flatMap(({ file }) => roomOf(file).map((at) => `${at.folder}/${at.room}`)),
  );
  return Object.entries(rooms)
    .flatMap(([folder, all]) => all.flat().map((room) => `${folder}/${room}`))
    .filter((room) => !built.has(room));
}

function roomOf(file: string): { folder: string; room: string }[] {
  return Object.keys(rooms).flatMap((folder) => {
    const [room, ...rest] = file.startsWith(`${folder}/`)
      ? file.slice(folder.length + 1).split("/")
      : [];
    return room === undefined || rest.length === 0 ? [] : [{ folder, room }];
  });
}

function roomFloorOf(folder: string, room: string): number {
  return (rooms[folder] ?? []).findIndex((floor) => floor.includes(room));
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

/** Imports from a room into one on a higher floor of the same folder. */
export function upwardInRooms(files: readonly SourceFile[]): string[] {
  return arrowsBetween(files, partedAt).flatMap(({ from, to, imports }) => {
    const folder = from.slice(0, from.lastIndexOf("/"));
    const [own, other] = [from, to].map((room) =>
      roomFloorOf(folder, room.slice(folder.length + 1)),
    );
    return own !== undefined && other !== undefined && own >= 0 && other > own ? imports : [];
  });
}

/**
 * Folders beside one another that lead to each other, at any depth, types included, also by way of files that stand
 * beside them. The foreign key does not count.
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

/** The first folders, or files, in which two paths differ: they stand beside one another. */
function partedAt(file: string, target: string): readonly [string, string] {
  const [a, b] = [file.split("/"), target.split("/")];
  const shared = a.findIndex((name, depth) => name !== b[depth]);
  return [a.slice(0, shared + 1).join("/"), b.slice(0, shared + 1).join("/")];
}
