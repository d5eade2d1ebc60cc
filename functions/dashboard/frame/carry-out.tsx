import {
  actBetweenRows,
  actOnRecord,
  recordAct,
  refusalOnRecord,
  sourceOf,
  type Act,
  type Ended,
} from "#lib/audit/index.ts";
import { actors } from "#lib/db/actors.ts";
import { personalScope } from "#lib/db/context.ts";
import type { Queries } from "#lib/db/database.ts";
import { startTimer } from "#lib/kernel/clock.ts";
import { useForm, type MailToSend } from "#lib/identity/people/index.ts";
import type { DashboardDeps } from "../deps.ts";
import { UsedForm } from "../pages/message-pages.tsx";
import type { FormRules, MemberFormRules, PersonFormRules } from "./form-rules.ts";
import type { MemberRequest, PageRequest, Posted } from "./page-request.ts";

type Form<V> = V & Posted;
type Work<V> = (visit: Form<V>) => Promise<Response>;

/** A member's form: the act in the organization, its number and its row, as the rules say. */
export async function carryOutForMember(
  visit: Form<MemberRequest>,
  { clock, sendLater }: DashboardDeps,
  rules: MemberFormRules,
  work: Work<MemberRequest>,
): Promise<Response> {
  const { ctx, membership } = visit;
  const act = actOf(visit, rules, membership.organizationId, visit.person.userId);
  const once = (own: Form<MemberRequest>) => workOnce(own, { db: own.ctx.db, clock }, rules, work);
  switch (rules.recorded ?? "within") {
    case "within": {
      const mails: MailToSend[] = [];
      // A mail is sent when its row is there for others to see.
      const held = { ...ctx, sendLater: (mail: MailToSend) => void mails.push(mail) };
      const answer = await actOnRecord(held, act, (inside) => once({ ...visit, ctx: inside }));
      for (const mail of mails) sendLater(mail);
      return answer;
    }
    case "around":
      return actBetweenRows(ctx, act, () => once(visit));
    case "itself":
      return (await once(visit)).value;
  }
}

/** A form of no organization in particular; of who is signed out nothing is on record. */
export async function carryOut<V extends PageRequest>(
  visit: Form<V>,
  deps: DashboardDeps,
  rules: PersonFormRules,
  work: Work<V>,
): Promise<Response> {
  if (visit.person === null) return work(visit);
  const act = actOf({ ...visit, ctx: deps }, rules, personalScope, visit.person.userId);
  const record = rules.recorded === "itself" ? refusalOnRecord : actBetweenRows;
  return record(deps, act, async () => ended(await work(visit)));
}

/** For a file, which leaves the service with the data in it: no row, no file. */
export function handOutOnRecord(
  visit: MemberRequest,
  rules: Pick<FormRules, "verb">,
  work: (visit: MemberRequest) => Promise<Response>,
): Promise<Response> {
  const { ctx, membership, person } = visit;
  const act = actOf(visit, rules, membership.organizationId, person.userId);
  return actOnRecord(ctx, act, async (inside) => ended(await work({ ...visit, ctx: inside })));
}

function ended(answer: Response): Ended<Response> {
  return { value: answer, httpStatus: answer.status };
}

async function workOnce(
  visit: Form<MemberRequest>,
  { db, clock }: Parameters<typeof useForm>[0],
  { once }: MemberFormRules,
  work: Work<MemberRequest>,
): Promise<Ended<Response>> {
  if (once === undefined || (await useForm({ db, clock }, visit.number))) {
    return ended(await work(visit));
  }
  return ended(await visit.show(<UsedForm back={once(visit.c.req.path)} />, { status: 409 }));
}

/** What a form's act is on record as. */
function actOf(
  { ctx, requestId, address }: Pick<PageRequest, "requestId" | "address"> & { ctx: DashboardDeps },
  { verb }: Pick<FormRules, "verb">,
  organizationId: string,
  userId: string,
): Act {
  return {
    organizationId,
    actor: actors.member(userId),
    requestId,
    operation: `dashboard.${verb}`,
    source: address === null ? null : sourceOf(ctx.secret, address),
  };
}

/** Writes an act's row in the transaction that brings the organization or the membership about. */
export function recorder(
  visit: Pick<PageRequest, "requestId" | "address"> & { person: { userId: string } },
  deps: DashboardDeps,
  rules: Pick<FormRules, "verb">,
): (made: { db: Queries; organizationId: string }) => Promise<void> {
  const elapsedMs = startTimer();
  return ({ db, organizationId }) => {
    const act = actOf({ ...visit, ctx: deps }, rules, organizationId, visit.person.userId);
    const end = { outcome: "ok", httpStatus: 303, latencyMs: elapsedMs() };
    return recordAct({ db, at: deps.clock.now() }, act, end);
  };
}
