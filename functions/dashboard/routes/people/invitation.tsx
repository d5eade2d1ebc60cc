import type { SignedInPerson } from "#lib/identity/auth-port.ts";
import { acceptInvitation, findInvitation, type Person } from "#lib/identity/people/index.ts";
import type { DashboardDeps } from "../../deps.ts";
import { goTo } from "../../request/answer.ts";
import { recorder } from "../../frame/carry-out.tsx";
import type { Frame } from "../../frame/frame.tsx";
import { navOf, type PageRequest } from "../../request/page-request.ts";
import { ClosedInvitationPage, InvitationPage } from "../../pages/people/invitation-page.tsx";

export function personOf({ userId, email, name }: SignedInPerson): Person {
  return { userId, email, name: name === "" ? null : name };
}

/** The token in the path opens the page; only the invited mail can join. */
export function invitationRoutes({ open, person }: Frame, deps: DashboardDeps): void {
  const { failures } = deps.execute;
  const path = "/dashboard/invitaciones/:token";
  const rules = { verb: "accept_invitation", recorded: "itself" } as const;

  open.get(path, (visit) => show(visit, 200));

  person.post(path, rules, async (visit) => {
    const token = visit.c.req.param("token") ?? "";
    const record = recorder(visit, deps, rules);
    const answer = await acceptInvitation(deps, token, personOf(visit.person), record);
    switch (answer.kind) {
      case "joined":
        return goTo(`/dashboard/${answer.organizationId}`);
      case "other_mail":
        return show(visit, 403);
      case "closed":
        return show(visit, 410);
    }
  });

  async function show(visit: PageRequest, status: number): Promise<Response> {
    const { c, person: visitor } = visit;
    const token = c.req.param("token") ?? "";
    const own = `/dashboard/invitaciones/${token}`;
    // Guessing is soon refused without a statement.
    failures.check(visit.address);
    const found = await findInvitation(deps, token);
    if (found.kind === "closed") failures.failed(visit.address, null);
    const nav = navOf(visit);
    if (found.kind === "closed") {
      return visit.show(<ClosedInvitationPage nav={nav} />, { status: 410 });
    }
    const { invitation, maskedMail } = found;
    const shown = { nav, path: own, invitation, maskedMail };
    if (visitor === null) {
      return visit.show(<InvitationPage {...shown} visitor={{ kind: "stranger" }} />, { status });
    }
    const who =
      visitor.email === invitation.email
        ? ({ kind: "invited", seal: visit.seal(own) } as const)
        : ({ kind: "other", mail: visitor.email } as const);
    return visit.show(<InvitationPage {...shown} visitor={who} />, { status });
  }
}
