import { listAllEvidence, openEvidence } from "#lib/jobs/index.ts";
import { makeFolder, writeInto } from "./private-folder.ts";
import { Refused } from "../refusals.ts";
import type { Runs } from "./table.ts";

export const evidence: Runs<"evidence"> = {
  list: async (at) => ({ evidence: await listAllEvidence(at.own) }),
  open: async (at, { JOB, attempt, out }) => {
    const ctx = { ...at.own, vault: at.vault };
    const seen = await openEvidence(ctx, JOB, attempt === undefined ? null : Number(attempt));
    if (seen === null) throw new Refused("nothing is kept of it");
    await makeFolder(out);
    const written = [await writeInto(out, "portal.txt", seen.text)];
    if (seen.screenshot !== null) {
      written.push(await writeInto(out, "portal.png", seen.screenshot));
    }
    return { written };
  },
};
