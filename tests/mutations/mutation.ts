import { readFile } from "node:fs/promises";
import path from "node:path";

/** What is lost without the guards of a group; `npm run test:mutations -- keys` runs one group. */
export const groups = {
  calls: "each call is on record, counted and answered as if it had come alone",
  consent: "people agree to what they were shown, and take it back",
  coverage: "an answer is called complete for what was read, and for no day more",
  erasure: "what its owner deleted is used by nobody, and goes",
  fences: "a worker or call that was replaced changes nothing any more",
  "first-syncs": "a new connection is read as far back as its person was told",
  folders: "a tax folder goes to its recipient, once, and is closed when asked",
  identity: "tokens, sessions, roles and scopes let in whom they name",
  invoices: "an invoicing system's late answers are told as they are",
  keys: "one idempotency key does one act, and finds its answer again",
  locks: "two that want the same rows wait in one order",
  logins: "no account is locked by a password that was refused",
  "look-alikes": "of two documents that look the same, each organization is told of its own",
  mail: "an account is connected by its owner, and a mail goes out once",
  proof: "what is said of a document was seen on that document",
  receipts: "fee receipts are issued as their policy says, and annulled once",
  refusals: "only a refusal that nothing contradicts ends an emission",
  restore: "after a restore nothing is issued twice, and nobody gets back what was taken from them",
  rows: "every movement that a portal showed is one stored row, and is told once",
  search: "a question finds a call that can be made, or is told that there is none",
  strangers: "who has no key finds out nothing, takes nothing and has nothing sent",
  waiting: "what nobody waits for any more is not sent, and waits do not pile up",
};

/** A guard removed from a source, and the tests that must notice. */
export interface Mutation {
  group: keyof typeof groups;
  /** What the service would do without the guard. */
  breaks: string;
  file: string;
  /** Texts that occur once in the file, each with its replacement. */
  changes: readonly (readonly [from: string, to: string])[];
  tests: readonly string[];
}

/** The source without its guard; throws if a text to replace is gone, or occurs more than once. */
export async function mutated(root: string, { file, changes }: Mutation): Promise<string> {
  let source = await readFile(path.join(root, file), "utf8");
  for (const [from, to] of changes) {
    const found = source.split(from).length - 1;
    if (found !== 1) throw new Error(`${found} times in ${file}: ${from}`);
    source = source.replace(from, () => to);
  }
  return source;
}
