import type { Child } from "hono/jsx";
import {
  askResetCode,
  MailAddress,
  markBrowser,
  resetPassword,
} from "#lib/identity/people/index.ts";
import { personalScope } from "#lib/db/context.ts";
import type { DashboardDeps } from "../../deps.ts";
import { goTo, ownPath, withNext } from "../../request/answer.ts";
import { recorder } from "../../frame/carry-out.tsx";
import type { Frame } from "../../frame/frame.tsx";
import type { PageRequest } from "../../request/page-request.ts";
import { RecoverPage, ResetPage } from "../../pages/parts/code-pages.tsx";
import { Note } from "../../pages/parts/parts.tsx";
import { problemText } from "../../texts/problems.ts";
import { WaitNote, WrongCode } from "./sign-up.tsx";

const path = "/login/recuperar";
const resetRules = { verb: "reset_password", recorded: "itself" } as const;
const resetPath = "/login/recuperar/clave";

export function recoverRoutes({ open, jar }: Frame, deps: DashboardDeps): void {
  const asking = (visit: PageRequest, next: string | null, mail: string, note?: Child) => (
    <RecoverPage seal={visit.seal(path)} next={next} mail={mail} note={note} />
  );
  const choosing = (
    visit: PageRequest,
    typed: { next: string | null; mail: string; code?: string },
    more: { note?: Child; problem?: string } = {},
  ) => (
    <ResetPage
      seal={visit.seal(resetPath)}
      againSeal={visit.seal(path)}
      next={typed.next}
      mail={typed.mail}
      code={typed.code ?? ""}
      problem={more.problem ?? null}
      note={more.note}
    />
  );

  open.get(path, async (visit) => {
    const next = ownPath(visit.c.req.query("next"));
    return visit.show(asking(visit, next, visit.person?.email ?? jar.mailOf(visit.c) ?? ""));
  });

  open.post(path, { verb: "ask_reset_code" }, async (visit) => {
    const { c, fields, browser, address } = visit;
    const next = ownPath(fields.get("next"));
    const typed = fields.get("correo") ?? "";
    const mail = MailAddress.safeParse(typed).data;
    if (mail === undefined) {
      return visit.show(asking(visit, next, typed, <NoMail />), { status: 422 });
    }
    const answer = await askResetCode(deps, mail, { browser, address, mark: jar.markOf(c) });
    if (answer.kind === "wait") {
      const note = <WaitNote until={answer.until} />;
      return visit.show(choosing(visit, { next, mail }, { note }), { status: 429 });
    }
    if (answer.toSend !== null) deps.sendLater(answer.toSend);
    return goTo(withNext(resetPath, next), [jar.keepMail(mail)]);
  });

  open.get(resetPath, async (visit) => {
    const next = ownPath(visit.c.req.query("next"));
    return visit.show(choosing(visit, { next, mail: jar.mailOf(visit.c) ?? "" }));
  });

  open.post(resetPath, resetRules, async (visit) => {
    const { c, fields, browser } = visit;
    const next = ownPath(fields.get("next"));
    const mail = MailAddress.safeParse(fields.get("correo") ?? "").data ?? "";
    const code = fields.get("codigo") ?? "";
    const password = fields.get("clave") ?? "";
    const answer = await resetPassword(deps, { mail, code, password, browser });
    switch (answer.kind) {
      case "invalid": {
        const problem = problemText({ problem: answer.problem, field: "password" });
        return visit.show(choosing(visit, { next, mail, code }, { problem }), { status: 422 });
      }
      case "refused":
        return visit.show(choosing(visit, { next, mail }, { note: <WrongCode /> }), {
          status: 422,
        });
      case "done": {
        deps.sendLater(answer.toSend);
        const signedIn = await deps.auth.signIn({ email: mail, password }, c.req.raw.headers);
        if (signedIn.kind !== "signed_in") return goTo("/login?nota=cambiada");
        // Another person's session on the same machine; the person's own has ended with the password.
        if (visit.person !== null)
          await deps.auth.endSession(visit.person.userId, visit.person.sessionId);
        const person = { userId: signedIn.userId };
        await recorder(
          { ...visit, person },
          deps,
          resetRules,
        )({
          db: deps.db,
          organizationId: personalScope,
        });
        return goTo(next ?? "/dashboard", [
          ...signedIn.cookies,
          jar.endForm(),
          jar.endMail(),
          jar.keepMark(markBrowser(deps.secret, mail, signedIn)),
        ]);
      }
    }
  });
}

function NoMail() {
  return (
    <Note title="Esto no es un correo">
      <p>Escríbelo como nombre@empresa.cl.</p>
    </Note>
  );
}
