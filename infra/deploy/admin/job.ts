import { findJobs, listEvidence, showJob } from "#lib/jobs/index.ts";
import { dayMs } from "#lib/kernel/clock.ts";
import { annulLink, listOpenLinks } from "#lib/links/index.ts";
import type { Runs } from "./table.ts";

export const job: Runs<"job"> = {
  list: async (at, { connector, status, since }) => {
    const from = since === undefined ? at.system.clock.now().getTime() - dayMs : Date.parse(since);
    const jobs = await findJobs(at.system, { connector, status, since: new Date(from) });
    return { jobs };
  },
  show: async (at, { JOB }) => ({
    ...(await showJob(at.own, JOB)),
    evidence: await listEvidence(at.own, JOB),
  }),
};

export const link: Runs<"link"> = {
  list: async (at) => ({ links: await listOpenLinks(at.own) }),
  cancel: async (at, { LINK }) => {
    await annulLink(at.own, LINK);
    return { canceled: LINK };
  },
};
