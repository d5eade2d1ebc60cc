import {
  actBetweenRows,
  actOnRecord,
  recordAct,
  refusalOnRecord,
  sourceOf,
  type RecordedAct,
  type ActOutcome,
} from "#lib/audit/index.ts";
import { actors } from "#lib/db/actors.ts";
import { personalScope } from "#lib/db/context.ts";
import type { Queries } from "#lib/db/database.ts";
import { startTimer } from "#lib/kernel/clock.ts";
import { asAppError } from "#lib/kernel/errors/index.ts";
import { freeForm, useForm, type MailToSend } from "#lib/identity/people/index.ts";
import type { DashboardDeps } from "../deps.ts";
import { ReceivedForm, UsedForm } from "../pages/parts/message-pages.tsx";
import { WaitsForDeletion } from "../pages/organizations/organization-deletion.tsx";
import type { FormRules, MemberFormRules, PersonFormRules } from "../request/form-rules.ts";
import type { MemberRequest, PageRequest, Posted } from "../request/page-request.ts";

type Form<V> = V & Posted;
type Work<V> = (visit: Form<V>) => Promise<Response>;

/** A member's form: runs the act in the organization, uses its number up and records it, as the rules say. */
export async function carryOutForMember(
  visit: Form<MemberRequest>,
  { clock, sendLater }: DashboardDeps,
  rules: MemberFormRules,
  work: Work<MemberRequest>,
): Promise<Response> {
  const { ctx, membership } = visit;
  const act = actOf(visit, rules, membership.organizationId, visit.person.userId);
  if (membership.deletesAt !== null && rules.whileDeleting !== true) {
    const page = <WaitsForDeletion {...membership} deletesAt={membership.deletesAt} />;
    return refusalOnRecord(ctx, act, async () => ended(await visit.show(page, { status: 409 })));
  }
  const once = (own: Form<MemberRequest>) => workOnce(own, { db: own.ctx.db, clock }, rules, work);
  switch (rules.recorded ?? "within") {
    case "within": {
      const mails: MailToSend[] = [];
      // Send mails only after the commit, when others can see the row.
      const held = { ...ctx, sendLater: (mail: MailToSend) => void mails.push(mail) };
      const answer = await actOnRecord(held, act, (inside) => once({ ...visit, ctx: inside }));
      for (const mail of mails) sendLater(mail);
      return answer;
    }
    case "around":
      return actBetweenRows(ctx, act, () => once(visit));
    case "itself":
      return refusalOnRecord(ctx, act, () => once(visit));
  }
}

/** A form outside any organization; forms of signed-out people are not recorded. */
export async function carryOut<V extends PageRequest>(
  visit: Form<V>,
  deps: DashboardDeps,
  rules: PersonFormRules,
  work: Work<V>,
): Promise<Response> {
  if (visit.person === null) return work(visit);
  const act = actOf({ ...visit, ctx: deps }, rules, personalScope, visit.person.userId);
  const record = rules.recorded === "itself" ? refusalOnRecord : actBetweenRows;
  return record(deps, act, async () => ended(await workUnused(visit, rules, work)));
}

/** Rolls a form's act back because its number was used before. */
class FormUsed extends Error {}

async function workUnused<V extends PageRequest>(
  visit: Form<V>,
  { once }: PersonFormRules,
  work: Work<V>,
): Promise<Response> {
  try {
    return await work(visit);
  } catch (error) {
    if (!(error instanceof FormUsed) || once === undefined) throw error;
    return visit.show(<UsedForm back={once(visit.c.req.path)} />, { status: 409 });
  }
}

/** For a file with data, which leaves the service: without a record, no file. */
export function handOutOnRecord(
  visit: MemberRequest,
  rules: Pick<FormRules, "verb">,
  work: (visit: MemberRequest) => Promise<Response>,
): Promise<Response> {
  const { ctx, membership, person } = visit;
  const act = actOf(visit, rules, membership.organizationId, person.userId);
  return actOnRecord(ctx, act, async (inside) => ended(await work({ ...visit, ctx: inside })));
}

function ended(answer: Response): ActOutcome<Response> {
  return { value: answer, httpStatus: answer.status };
}

async function workOnce(
  visit: Form<MemberRequest>,
  { db, clock }: Parameters<typeof useForm>[0],
  { once, recorded = "within" }: MemberFormRules,
  work: Work<MemberRequest>,
): Promise<ActOutcome<Response>> {
  if (once === undefined) return ended(await work(visit));
  if (await useForm({ db, clock }, visit.number)) {
    // A rollback of this transaction also frees the number.
    if (recorded === "within") return ended(await work(visit));
    return ended(await workOrFree(visit, db, work));
  }
  const back = once(visit.c.req.path);
  const page = recorded === "within" ? <UsedForm back={back} /> : <ReceivedForm back={back} />;
  return ended(await visit.show(page, { status: 409 }));
}

/** Frees the number if certainly nothing was done; after an interruption nobody can say. */
async function workOrFree(
  visit: Form<MemberRequest>,
  db: Queries,
  work: Work<MemberRequest>,
): Promise<Response> {
  const freeAfter = async (status: number): Promise<void> => {
    if (status >= 400 && status < 500) await freeForm(db, visit.number);
  };
  try {
    const answer = await work(visit);
    await freeAfter(answer.status);
    return answer;
  } catch (error) {
    await freeAfter(asAppError(error).entry.status);
    throw error;
  }
}

/** How a form's act is recorded. */
function actOf(
  { ctx, requestId, address }: Pick<PageRequest, "requestId" | "address"> & { ctx: DashboardDeps },
  { verb }: Pick<FormRules, "verb">,
  organizationId: string,
  userId: string,
): RecordedAct {
  return {
    organizationId,
    actor: actors.member(userId),
    requestId,
    operation: `dashboard.${verb}`,
    source: address === null ? null : sourceOf(ctx.secret, address),
  };
}

/**
 * Records an act in the transaction that creates the organization or the membership, and uses up the form's number
 * there if it may be sent only once.
 */
export function recorder(
  visit: Pick<PageRequest & Posted, "requestId" | "address" | "number"> & {
    person: { userId: string };
  },
  deps: DashboardDeps,
  rules: Pick<PersonFormRules, "verb" | "once">,
): (made: { db: Queries; organizationId: string }) => Promise<void> {
  const elapsedMs = startTimer();
  return async ({ db, organizationId }) => {
    const isUsed =
      rules.once !== undefined && !(await useForm({ db, clock: deps.clock }, visit.number));
    if (isUsed) throw new FormUsed();
    const act = actOf({ ...visit, ctx: deps }, rules, organizationId, visit.person.userId);
    const end = { outcome: "ok", httpStatus: 303, latencyMs: elapsedMs() };
    await recordAct({ db, at: deps.clock.now() }, act, end);
  };
}
