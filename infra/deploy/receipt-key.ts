import { randomBytes } from "node:crypto";
import { text } from "node:stream/consumers";
import { publishedKeys } from "#lib/ledger/index.ts";
import { ServiceSecret } from "#lib/kernel/secrets.ts";

// Makes a key for `RECEIPT_KEYS` with its public half for `RECEIPT_PUBLIC_KEYS`, or prints the public half of the key
// on standard input: `printf %s "$KEY" | npx tsx infra/deploy/receipt-key.ts -`.
const [source] = process.argv.slice(2);
const given = source === "-" ? (await text(process.stdin)).trim() : null;
const key = given ?? randomBytes(32).toString("base64");
const [half] = publishedKeys(new ServiceSecret({ RECEIPT_KEYS: [key] }), []);
const made = {
  // The given key is known already, so it is not printed again.
  ...(given === null && { key }),
  publicKey: half?.x,
  kid: half?.kid,
};
process.stdout.write(`${JSON.stringify(made)}\n`);
