import { createCipheriv, createDecipheriv, randomBytes } from "node:crypto";
import { existsSync } from "node:fs";
import { readFile, writeFile } from "node:fs/promises";
import path from "node:path";
import { canonicalJson } from "#lib/kernel/canonical-json.ts";
import type { KeyContext, Keys } from "#lib/platform/keys.ts";

/** Data keys wrapped by the master key in `file`, which is made, readable by its owner alone. */
export async function localKeys(folder: string): Promise<Keys> {
  const master = await secretFile(path.join(folder, "master.key"));
  return masterKeys(Buffer.from(master, "base64"));
}

export function masterKeys(master: Buffer): Keys {
  return {
    newDataKey: async (context) => {
      const plain = randomBytes(32);
      const iv = randomBytes(12);
      const cipher = createCipheriv("aes-256-gcm", master, iv).setAAD(aadOf(context));
      const body = Buffer.concat([cipher.update(plain), cipher.final()]);
      return { plain, wrapped: Buffer.concat([iv, cipher.getAuthTag(), body]) };
    },
    unwrap: async (wrapped, context) => {
      const decipher = createDecipheriv("aes-256-gcm", master, wrapped.subarray(0, 12), {
        authTagLength: 16,
      });
      decipher.setAAD(aadOf(context)).setAuthTag(wrapped.subarray(12, 28));
      return Buffer.concat([decipher.update(wrapped.subarray(28)), decipher.final()]);
    },
  };
}

/** 32 random bytes in base64, made once. */
export async function secretFile(file: string): Promise<string> {
  if (existsSync(file)) return (await readFile(file, "utf8")).trim();
  const secret = randomBytes(32).toString("base64");
  await writeFile(file, secret, { mode: 0o600 });
  return secret;
}

function aadOf(context: KeyContext): Buffer {
  return Buffer.from(canonicalJson(context));
}
