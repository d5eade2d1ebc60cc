import { createCipheriv, createDecipheriv, randomBytes } from "node:crypto";
import { canonicalJson } from "#lib/kernel/canonical-json.ts";
import type { DataKeyContext, Keys } from "#lib/platform/keys.ts";

/** Data keys wrapped by 32 bytes that the operator keeps: if these are lost, so is everything sealed. */
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

function aadOf(context: DataKeyContext): Buffer {
  return Buffer.from(canonicalJson(context));
}
