import { execFileSync } from "node:child_process";
import { readFileSync, writeFileSync } from "node:fs";
import type { Figure } from "./figure.ts";
import type { Machine } from "./machine.ts";

/** One run of every bench, which docs/performance.md quotes. */
export interface Run {
  /** The day it began. */
  date: string;
  /** The measured commit; marked if there were uncommitted changes. */
  commit: string;
  machine: Machine;
  /** How many rows `scale` put into its large database. */
  scaleRows: number;
  /** A bench that could not run has none. */
  figures: Figure[];
}

const file = new URL("../figures.json", import.meta.url);

export function readRun(): Run {
  return JSON.parse(readFileSync(file, "utf8")) as Run;
}

export function writeRun(run: Run): void {
  writeFileSync(file, `${JSON.stringify(run, null, 2)}\n`);
}

export function commitHere(): string {
  return execFileSync("git", ["describe", "--always", "--dirty"], { encoding: "utf8" }).trim();
}
