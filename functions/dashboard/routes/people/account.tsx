import type { Child } from "hono/jsx";
import { changePassword, endEverything, markBrowser } from "#lib/identity/people/index.ts";
import type { DashboardDeps } from "../../deps.ts";
import { goTo } from "../../request/answer.ts";
import type { Frame } from "../../frame/frame.tsx";
import { personNav, type PersonRequest } from "../../request/page-request.ts";
import {
  AccountPage,
  accountPath,
  everythingPath,
  passwordPath,
  sessionPath,
} from "../../pages/people/account-page.tsx";
import { Done } from "../../pages/parts/parts.tsx";
import { NotAdmitted } from "../../pages/people/sign-in-page.tsx";
import { problemText } from "../../texts/problems.ts";
import { refusalText } from "./sign-in.tsx";

export function accountRoutes({ person, jar }: Frame, deps: DashboardDeps): void {
  const { auth } = deps;

  async function show(
    visit: PersonRequest,
    more: { status?: number; note?: Child; problem?: string } = {},
  ): Promise<Response> {
    const nav = personNav(visit);
    const { userId, sessionId } = visit.person;
    const page = (
      <AccountPage
        nav={nav}
        sessions={await auth.listSessions(userId)}
        sessionId={sessionId}
        seal={visit.seal}
        problem={more.problem ?? null}
        note={more.note}
      />
    );
    return visit.show(page, { status: more.status ?? 200 });
  }

  person.get(accountPath, (visit) => show(visit, { note: noteOf(visit.note) }));

  person.post(sessionPath, { verb: "end_session" }, async ({ fields, person: own }) => {
    await auth.endSession(own.userId, fields.get("sesion") ?? "");
    return goTo(`${accountPath}?nota=cerrada`);
  });

  person.post(everythingPath, { verb: "end_sessions" }, async ({ fields, person: own }) => {
    await endEverything(deps, own, { applications: fields.get("aplicaciones") === "si" });
    return goTo("/login?nota=cerradas");
  });

  person.post(passwordPath, { verb: "change_password" }, async (visit) => {
    const { c, fields, address, person: own } = visit;
    const next = fields.get("nueva") ?? "";
    const typed = { current: fields.get("clave") ?? "", next };
    const answer = await changePassword(deps, own, typed, { address });
    switch (answer.kind) {
      case "done": {
        deps.sendLater(answer.toSend);
        const { headers } = c.req.raw;
        const signedIn = await auth.signIn({ email: own.email, password: next }, headers);
        if (signedIn.kind !== "signed_in") return goTo("/login?nota=cambiada");
        const mark = markBrowser(deps.secret, own.email, signedIn);
        return goTo(`${accountPath}?nota=guardada`, [...signedIn.cookies, jar.keepMark(mark)]);
      }
      case "invalid": {
        const problem = problemText({ problem: answer.problem, field: "password" });
        return show(visit, { status: 422, problem });
      }
      case "refused":
      case "blocked":
      case "recovery_only":
      case "too_many": {
        const text = refusalText(answer);
        const line = answer.kind === "refused" ? "La contraseña de ahora no es esa." : text.line;
        const title = answer.kind === "refused" ? "No la cambiamos" : text.title;
        const note = <NotAdmitted title={title} line={line} />;
        return show(visit, { status: answer.kind === "too_many" ? 429 : 422, note });
      }
    }
  });
}

function noteOf(name: string | undefined) {
  if (name === "cerrada") return <Done>Cerramos esa sesión.</Done>;
  if (name === "guardada") return <Done>Tu contraseña cambió. Cerramos tus otras sesiones.</Done>;
  return undefined;
}
