import { mkdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { findCalls, isCallPlace, listCalls } from "#lib/audit/index.ts";
import { listAllEvidence, openEvidence } from "#lib/jobs/index.ts";
import { Refused, WrongCall } from "./refusals.ts";
import type { Runs } from "./table.ts";

const mode = 0o600;
const dayMs = 86_400_000;

export const evidence: Runs<"evidence"> = {
  list: async (at) => ({ evidence: await listAllEvidence(at.own) }),
  open: async (at, { JOB, attempt, out }) => {
    const ctx = { ...at.own, vault: at.vault };
    const seen = await openEvidence(ctx, JOB, attempt === undefined ? null : Number(attempt));
    if (seen === null) throw new Refused("nothing is kept of it");
    await mkdir(out, { mode: 0o700 });
    const { text, screenshot } = seen;
    const files: { name: string; bytes: string | Buffer }[] = [{ name: "portal.txt", bytes: text }];
    if (screenshot !== null) files.push({ name: "portal.png", bytes: screenshot });
    for (const { name, bytes } of files) {
      await writeFile(join(out, name), bytes, { mode, flag: "wx" });
    }
    return { written: files.map(({ name }) => join(out, name)) };
  },
};

export const audit: Runs<"audit"> = {
  show: async (at, { REQ }) => {
    const calls = await findCalls(at.system, REQ);
    if (calls.length === 0) throw new Refused("nothing is on record of that request");
    return { calls: calls.map((call) => ({ ...call, sourceHash: undefined })) };
  },
  list: (at, { outcome, since, after }) => {
    if (after !== undefined && !isCallPlace(after))
      throw new WrongCall(`no list ended at ${after}`);
    const to = at.system.clock.now();
    const from = since === undefined ? new Date(to.getTime() - dayMs) : new Date(since);
    return listCalls(at.own, { outcome, from, to }, { limit: 200, after });
  },
};
