import { listCallDays } from "#lib/audit/index.ts";
import { namesOfActors } from "#lib/identity/index.ts";
import { usageOf } from "#lib/limits/index.ts";
import { listSyncDays } from "#lib/sync/index.ts";
import type { DashboardDeps } from "../deps.ts";
import type { Frame } from "../frame/frame.tsx";
import { personNav } from "../frame/page-request.ts";
import { UsagePage } from "../pages/usage-page.tsx";

const callDays = 30;
const syncDays = 7;

/** What the organization uses, for every member: four questions. */
export function usageRoutes({ member }: Frame, { catalogue, billingUrl }: DashboardDeps): void {
  member.get("/dashboard/:org/uso", async (visit) => {
    const { ctx, membership } = visit;
    const calls = await listCallDays(ctx, callDays);
    const page = (
      <UsagePage
        nav={personNav(visit)}
        usage={await usageOf(ctx)}
        calls={calls}
        syncs={await listSyncDays(ctx, syncDays)}
        names={await namesOfActors(
          ctx,
          calls.byActor.map(({ actorId }) => actorId),
        )}
        systems={new Map(catalogue.manifests.map(({ id, name }) => [id, name]))}
        billingUrl={billingUrl}
        isOwner={membership.role === "owner"}
      />
    );
    return visit.show(page);
  });
}
