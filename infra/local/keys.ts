import { randomBytes } from "node:crypto";
import { existsSync } from "node:fs";
import { readFile } from "node:fs/promises";
import path from "node:path";
import { masterKeys } from "#infra/server/master-keys.ts";
import type { Keys } from "#lib/platform/keys.ts";
import { writeWhole } from "./write-whole.ts";

/** Data keys wrapped by the master key in `file`, which is created readable only by its owner. */
export async function localKeys(folder: string): Promise<Keys> {
  const master = await secretFile(path.join(folder, "master.key"));
  return masterKeys(Buffer.from(master, "base64"));
}

/** 32 random bytes in base64, made once. */
export async function secretFile(file: string): Promise<string> {
  if (existsSync(file)) return (await readFile(file, "utf8")).trim();
  const secret = randomBytes(32).toString("base64");
  writeWhole(file, secret);
  return secret;
}
