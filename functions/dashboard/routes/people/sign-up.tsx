import type { Child } from "hono/jsx";
import {
  askVerifyCode,
  MailAddress,
  register,
  verifyMail,
  type AccountProblem,
} from "#lib/identity/people/index.ts";
import type { DashboardDeps } from "../../deps.ts";
import { goTo, ownPath, withNext } from "../../request/answer.ts";
import type { Frame } from "../../frame/frame.tsx";
import type { PageRequest } from "../../request/page-request.ts";
import { codePath, VerifyPage } from "../../pages/parts/code-pages.tsx";
import { Note } from "../../pages/parts/parts.tsx";
import { ByInvitationPage, SignUpPage } from "../../pages/people/sign-up-page.tsx";
import { problemText, waitText } from "../../texts/problems.ts";

const path = "/login/registro";
const verifyPath = "/login/verificar";
const invitationPath = /^\/dashboard\/invitaciones\/([\w-]+)$/;

export function signUpRoutes({ open, jar }: Frame, deps: DashboardDeps): void {
  open.get(path, async (visit) => {
    const next = ownPath(visit.c.req.query("next"));
    if (visit.person !== null) return goTo(next ?? "/dashboard");
    if (deps.signUp === "invited" && invitationOf(next) === null) {
      return visit.show(<ByInvitationPage next={next} />);
    }
    const seal = visit.seal(path);
    return visit.show(<SignUpPage {...{ seal, next }} name="" mail="" problems={{}} />);
  });

  open.post(path, { verb: "sign_up" }, async (visit) => {
    const { fields, browser, address } = visit;
    const next = ownPath(fields.get("next"));
    const name = fields.get("nombre") ?? "";
    const mail = fields.get("correo") ?? "";
    const typed = { name, mail, password: fields.get("clave") ?? "" };
    const invitation = invitationOf(next);
    const answer = await register(deps, { ...typed, invitation }, { browser, address });
    const formAgain = (problems: Problems, note?: Child) =>
      visit.show(
        <SignUpPage
          seal={visit.seal(path)}
          next={next}
          name={name}
          mail={mail}
          problems={problems}
          note={note}
        />,
        { status: 422 },
      );
    switch (answer.kind) {
      case "asked":
        deps.sendLater(answer.toSend);
        return goTo(withNext(verifyPath, next), [jar.keepMail(answer.mail)]);
      case "closed":
        return visit.show(<ByInvitationPage next={next} />, { status: 403 });
      case "invalid":
        return formAgain(problemsByField(answer.problems));
      case "other_mail":
        return formAgain({ mail: `La invitación es para ${answer.maskedMail}.` });
      case "wait":
        return formAgain({}, <WaitNote until={answer.until} />);
    }
  });

  const verifyPage = (visit: PageRequest, next: string | null, mail: string, note?: Child) => (
    <VerifyPage
      seal={visit.seal(verifyPath)}
      againSeal={visit.seal(codePath)}
      next={next}
      mail={mail}
      note={note}
    />
  );

  open.get(verifyPath, async (visit) => {
    const next = ownPath(visit.c.req.query("next"));
    if (visit.person !== null) return goTo(next ?? "/dashboard");
    return visit.show(verifyPage(visit, next, jar.mailOf(visit.c) ?? ""));
  });

  open.post(verifyPath, { verb: "verify_mail" }, async (visit) => {
    const { fields, browser } = visit;
    const next = ownPath(fields.get("next"));
    const typed = fields.get("correo") ?? "";
    const mail = MailAddress.safeParse(typed).data ?? "";
    const code = fields.get("codigo") ?? "";
    if (mail !== "" && (await verifyMail(deps, { mail, code, browser }))) {
      const query = new URLSearchParams({ nota: "confirmado", ...(next !== null && { next }) });
      return goTo(`/login?${query.toString()}`, [jar.keepMail(mail)]);
    }
    return visit.show(verifyPage(visit, next, mail, <WrongCode />), { status: 422 });
  });

  open.post(codePath, { verb: "ask_verify_code" }, async (visit) => {
    const { fields } = visit;
    const next = ownPath(fields.get("next"));
    const mail = MailAddress.safeParse(fields.get("correo") ?? "").data ?? "";
    const until = mail === "" ? null : await askForCode(deps, visit, mail);
    if (until === null) return goTo(withNext(verifyPath, next), [jar.keepMail(mail)]);
    return visit.show(verifyPage(visit, next, mail, <WaitNote until={until} />), { status: 429 });
  });
}

/** Null if a code was sent or would have been; otherwise when the next may be requested. */
async function askForCode(
  deps: DashboardDeps,
  { browser, address }: PageRequest,
  mail: string,
): Promise<Date | null> {
  const answer = await askVerifyCode(deps, mail, { browser, address });
  if (answer.kind === "wait") return answer.until;
  if (answer.toSend !== null) deps.sendLater(answer.toSend);
  return null;
}

/** A page opened by an invitation returns to it, and the invitation is enough to sign up. */
function invitationOf(next: string | null): string | null {
  return invitationPath.exec(next ?? "")?.[1] ?? null;
}

type Problems = Partial<Record<AccountProblem["field"], string>>;

function problemsByField(problems: readonly AccountProblem[]): Problems {
  return Object.fromEntries(problems.map((one) => [one.field, problemText(one)]));
}

export function WaitNote({ until }: { until: Date }) {
  return (
    <Note title="Todavía no" calm>
      <p>{waitText(until)}</p>
    </Note>
  );
}

export function WrongCode() {
  return (
    <Note title="El código no corresponde">
      <p>
        Puede que haya vencido, que lo hayas escrito tres veces o que lo pidieras en otro navegador.
        Revísalo, o pide otro.
      </p>
    </Note>
  );
}
