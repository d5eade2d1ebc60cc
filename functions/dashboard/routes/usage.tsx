import { listCallDays } from "#lib/audit/index.ts";
import { namesOfActors } from "#lib/identity/index.ts";
import { usageOf } from "#lib/limits/index.ts";
import { listSyncDays } from "#lib/sync/index.ts";
import type { DashboardDeps } from "../deps.ts";
import type { Frame } from "../frame/frame.tsx";
import { personNav } from "../request/page-request.ts";
import { readPart } from "../frame/read-part.ts";
import { UsagePage } from "../pages/organizations/usage-page.tsx";

const callDays = 30;
const syncDays = 7;

/** What the organization uses, for every member: four queries. */
export function usageRoutes(
  { member }: Frame,
  { catalogue, billingUrl, contact }: DashboardDeps,
): void {
  member.get("/dashboard/:org/uso", async (visit) => {
    const { ctx, membership } = visit;
    const { log } = ctx;
    const usage = await readPart(log, "usage.plan", () => usageOf(ctx));
    const calls = await readPart(log, "usage.calls", () => listCallDays(ctx, callDays));
    const syncs = await readPart(log, "usage.syncs", () => listSyncDays(ctx, syncDays));
    const callers = calls?.byActor.map(({ actorId }) => actorId) ?? [];
    const names = await readPart(log, "usage.names", () => namesOfActors(ctx, callers));
    const page = (
      <UsagePage
        nav={personNav(visit)}
        usage={usage}
        calls={calls}
        syncs={syncs}
        names={names}
        systems={new Map(catalogue.manifests.map(({ id, name }) => [id, name]))}
        billingUrl={billingUrl}
        contact={contact}
        isOwner={membership.role === "owner"}
      />
    );
    return visit.show(page);
  });
}
