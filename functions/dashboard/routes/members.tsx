import * as z from "zod";
import {
  changeMember,
  inviteMember,
  listInvitations,
  listMembers,
  MailAddress,
  removeMember,
  resendInvitation,
  revokeInvitation,
  type Invitation,
  type Member,
} from "#lib/identity/people/index.ts";
import { pageOf } from "#lib/kernel/cursor.ts";
import { AppError } from "#lib/kernel/errors/index.ts";
import type { DashboardDeps } from "../deps.ts";
import { goTo } from "../request/answer.ts";
import type { Frame } from "../frame/frame.tsx";
import { listQuery, rowsOfPage } from "../frame/list-query.ts";
import { personNav, type MemberRequest } from "../request/page-request.ts";
import { idIn } from "../frame/path-ids.ts";
import { MemberPage } from "../pages/organizations/member-page.tsx";
import { MembersPage, membersPath, roleLine } from "../pages/organizations/members-page.tsx";
import { Done, versionField } from "../pages/parts/parts.tsx";
import { boundOrThrow } from "../texts/bounds.ts";
import { roleOf } from "../texts/words.ts";
import { showConflict } from "./conflict.tsx";
import { showMissing } from "./found.tsx";

const list = "/dashboard/:org/miembros";
const invitations = `${list}/invitaciones`;
const one = `${list}/:member`;

export function memberRoutes({ member }: Frame, deps: DashboardDeps): void {
  member.get(list, async (visit) => {
    return visit.show(await listPage(visit, { note: noteOf(visit.note) }));
  });

  const inviting = { verb: "invite_member", fresh: true, once: listOf } as const;
  member.post(invitations, inviting, async (visit) => {
    const { ctx, fields } = visit;
    const email = MailAddress.safeParse(fields.get("correo") ?? "");
    if (!managesMembers(visit)) throw new AppError("forbidden");
    if (!email.success) {
      const problem = "Esto no es un correo. Escríbelo como nombre@empresa.cl.";
      return visit.show(await listPage(visit, { problem }), { status: 422 });
    }
    const role = roleOf(fields.get("rol")) ?? "member";
    const made = await inviteMember(ctx, { email: email.data, role }).catch(boundOrThrow);
    if (typeof made === "string") {
      return visit.show(await listPage(visit, { problem: made }), { status: 422 });
    }
    ctx.sendLater({ organizationId: ctx.organization.id, id: made.mailId });
    return goTo(`${pathOf(visit)}?nota=invitada`);
  });

  const resending = { verb: "resend_invitation", fresh: true, once: listOf } as const;
  member.post(`${invitations}/:invitation/reenviar`, resending, async (visit) => {
    const invitation = await openInvitation(visit);
    if (invitation === null) return showMissing(visit);
    const made = await resendInvitation(visit.ctx, invitation.id).catch(boundOrThrow);
    if (typeof made === "string") {
      return visit.show(await listPage(visit, { problem: made }), { status: 422 });
    }
    visit.ctx.sendLater({ organizationId: visit.ctx.organization.id, id: made.mailId });
    return goTo(`${pathOf(visit)}?nota=invitada`);
  });

  const withdrawing = { verb: "revoke_invitation" } as const;
  member.post(`${invitations}/:invitation/retirar`, withdrawing, async (visit) => {
    const invitation = await openInvitation(visit);
    if (invitation === null) return showMissing(visit);
    await revokeInvitation(visit.ctx, invitation.id);
    return goTo(`${pathOf(visit)}?nota=retirada`);
  });

  member.post(
    `${list}/salir`,
    { verb: "leave_organization", whileDeleting: true },
    async (visit) => {
      const problem = await removeMember(visit.ctx, visit.person.userId).catch(boundOrThrow);
      // The page says why not.
      if (typeof problem === "string") return visit.show(await listPage(visit), { status: 422 });
      return goTo("/dashboard?todas");
    },
  );

  member.get(one, async (visit) => {
    const found = await memberIn(visit);
    if (found === null) return showMissing(visit);
    if (!managesMembers(visit)) throw new AppError("forbidden");
    return visit.show(onePage(visit, found, { note: noteOf(visit.note) }));
  });

  member.post(one, { verb: "change_member", fresh: true }, async (visit) => {
    const { ctx, fields } = visit;
    const found = await memberIn(visit);
    if (found === null) return showMissing(visit);
    const wanted = {
      role: roleOf(fields.get("rol")) ?? found.role,
      canIssue: fields.get("confirma") === "si",
    };
    const version = fields.get(versionField) ?? "";
    const change = { ...wanted, version };
    const changed = await changeMember(ctx, found.userId, change).catch(boundOrThrow);
    if (typeof changed === "string") {
      return visit.show(onePage(visit, found, { problem: changed }), { status: 422 });
    }
    if (changed.kind === "stale") {
      return conflict(visit, found, wanted);
    }
    // Members see only the list.
    const isOwn = found.userId === visit.person.userId;
    const after = isOwn && wanted.role === "member" ? "" : `/${found.userId}`;
    return goTo(`${pathOf(visit)}${after}?nota=guardada`);
  });

  member.post(`${one}/quitar`, { verb: "remove_member", fresh: true }, async (visit) => {
    const found = await memberIn(visit);
    if (found === null) return showMissing(visit);
    const problem = await removeMember(visit.ctx, found.userId).catch(boundOrThrow);
    if (typeof problem === "string") {
      return visit.show(onePage(visit, found, { problem }), { status: 422 });
    }
    if (found.userId === visit.person.userId) return goTo("/dashboard?todas");
    return goTo(`${pathOf(visit)}?nota=quitada`);
  });

  async function listPage(
    visit: MemberRequest,
    more: { note?: ReturnType<typeof noteOf>; problem?: string } = {},
  ) {
    const { ctx, membership, person, seal } = visit;
    const { place, next, first } = listQuery(visit, z.object({}));
    const all = await listMembers(ctx);
    const { page, last } = pageOf(
      all.filter((one) => isBehind(one, place)),
      rowsOfPage,
    );
    return (
      <MembersPage
        nav={personNav(visit)}
        organizationId={membership.organizationId}
        members={page}
        next={next(last === null ? null : placeOf(last))}
        first={first}
        owners={all.filter(({ role }) => role === "owner").length}
        invitations={managesMembers(visit) ? await listInvitations(ctx) : null}
        own={{ userId: person.userId, role: membership.role }}
        seal={seal}
        now={deps.clock.now()}
        {...more}
      />
    );
  }

  function onePage(
    visit: MemberRequest,
    found: Member,
    more: { note?: ReturnType<typeof noteOf>; problem?: string },
  ) {
    const { membership, seal } = visit;
    return (
      <MemberPage
        nav={personNav(visit)}
        organizationId={membership.organizationId}
        member={found}
        asker={membership.role}
        seal={seal}
        now={deps.clock.now()}
        {...more}
      />
    );
  }
}

/** Where a page of the list ends; it stays valid when that member leaves. */
const placeOf = ({ since, userId }: Member): string[] => [since.toISOString(), userId];

function isBehind(member: Member, place: readonly string[] | null): boolean {
  return place === null || placeOf(member).join(" ") > place.join(" ");
}

type Wanted = Pick<Member, "role" | "canIssue">;

function conflict(visit: MemberRequest, now: Member, wanted: Wanted): Promise<Response> {
  const action = `${pathOf(visit)}/${now.userId}`;
  const fields = new URLSearchParams({
    rol: wanted.role,
    ...(wanted.canIssue && { confirma: "si" }),
  });
  return showConflict(visit, {
    title: now.name ?? "",
    values: [{ label: "Rol", now: roleLine(now), yours: roleLine(wanted) }],
    action,
    version: now.version,
    fields,
  });
}

async function memberIn(visit: MemberRequest): Promise<Member | null> {
  const id = idIn(visit, "member");
  return (await listMembers(visit.ctx)).find(({ userId }) => userId === id) ?? null;
}

async function openInvitation(visit: MemberRequest): Promise<Invitation | null> {
  const asked = idIn(visit, "invitation");
  const all = await listInvitations(visit.ctx);
  return all.find(({ id, isExpired }) => id === asked && !isExpired) ?? null;
}

function managesMembers({ membership: { role } }: MemberRequest): boolean {
  return role !== "member";
}

function pathOf({ membership }: MemberRequest): string {
  return membersPath(membership.organizationId);
}

/** The list's path, taken from a form's. */
function listOf(path: string): string {
  return path.slice(0, path.indexOf("/invitaciones"));
}

function noteOf(name: string | undefined) {
  if (name === "invitada") return <Done>La invitación va en camino.</Done>;
  if (name === "retirada") return <Done>Retiramos la invitación: su enlace ya no abre.</Done>;
  if (name === "guardada") return <Done>Guardado.</Done>;
  if (name === "quitada") return <Done>Ya no participa en la organización.</Done>;
  return undefined;
}
