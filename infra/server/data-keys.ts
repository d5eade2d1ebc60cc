import { ConfigError, parseConfig } from "#lib/kernel/config.ts";
import { isDrawn } from "#lib/kernel/setting-types.ts";
import { createKmsKeys } from "#lib/platform/kms-keys.ts";
import type { Keys } from "#lib/platform/keys.ts";
import { masterKeys } from "./master-keys.ts";

const keySettings = ["KMS_KEY_ID", "MASTER_KEY"] as const;

/** Wraps the data keys; with two wrapping keys nobody could tell which one sealed what. */
export function dataKeys(environment: Readonly<Record<string, string | undefined>>): Keys {
  const [chosen, ...others] = keySettings.filter((name) => (environment[name] ?? "") !== "");
  if (chosen === undefined || others.length > 0) {
    throw new ConfigError(["set one of KMS_KEY_ID, MASTER_KEY, MASTER_KEY_FILE, and only one"]);
  }
  switch (chosen) {
    case "KMS_KEY_ID":
      return createKmsKeys({ keyId: parseConfig(["KMS_KEY_ID"], environment).KMS_KEY_ID });
    case "MASTER_KEY":
      return masterKeys(bytesOf(environment["MASTER_KEY"] ?? "", chosen));
  }
}

function bytesOf(text: string, name: string): Buffer {
  const key = text.trim();
  const bytes = Buffer.from(key, "base64");
  if (bytes.length !== 32 || bytes.toString("base64") !== key) {
    throw new ConfigError([`${name}: not 32 bytes in base64`]);
  }
  if (isDrawn(bytes)) return bytes;
  throw new ConfigError([`${name}: not drawn at random: make it with \`openssl rand -base64 32\``]);
}
