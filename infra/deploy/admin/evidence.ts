import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { listAllEvidence, openEvidence } from "#lib/jobs/index.ts";
import { makeFolder } from "./make-folder.ts";
import { Refused } from "./refusals.ts";
import type { Runs } from "./table.ts";

const mode = 0o600;

export const evidence: Runs<"evidence"> = {
  list: async (at) => ({ evidence: await listAllEvidence(at.own) }),
  open: async (at, { JOB, attempt, out }) => {
    const ctx = { ...at.own, vault: at.vault };
    const seen = await openEvidence(ctx, JOB, attempt === undefined ? null : Number(attempt));
    if (seen === null) throw new Refused("nothing is kept of it");
    await makeFolder(out);
    const { text, screenshot } = seen;
    const files: { name: string; bytes: string | Buffer }[] = [{ name: "portal.txt", bytes: text }];
    if (screenshot !== null) files.push({ name: "portal.png", bytes: screenshot });
    for (const { name, bytes } of files) {
      await writeFile(join(out, name), bytes, { mode, flag: "wx" });
    }
    return { written: files.map(({ name }) => join(out, name)) };
  },
};
