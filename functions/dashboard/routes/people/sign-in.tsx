import type { Child } from "hono/jsx";
import { signIn, type SignIn } from "#lib/identity/people/index.ts";
import { personalScope } from "#lib/db/context.ts";
import type { DashboardDeps } from "../../deps.ts";
import { goTo, ownPath } from "../../request/answer.ts";
import { recorder } from "../../frame/carry-out.tsx";
import { keptField } from "../../request/form-state.ts";
import type { Frame } from "../../frame/frame.tsx";
import { takeKeptForm } from "../../frame/kept-form.ts";
import { signOutPath, type PageRequest, type Posted } from "../../request/page-request.ts";
import { codePath } from "../../pages/parts/code-pages.tsx";
import {
  NotAdmitted,
  SignInAgainPage,
  signInAgainPath,
  SignInPage,
} from "../../pages/people/sign-in-page.tsx";
import { Done, Note } from "../../pages/parts/parts.tsx";
import { hourText } from "../../texts/words.ts";

const home = "/dashboard";
const rules = { verb: "sign_in", recorded: "itself" } as const;

export function signInRoutes(frame: Frame, deps: DashboardDeps): void {
  const { open, person, jar } = frame;
  const { auth, signUp } = deps;
  const personal = { db: deps.db, organizationId: personalScope };
  const page = (
    visit: PageRequest,
    more: { next: string | null; mail: string; note?: Child; offersCode?: boolean },
  ) => (
    <SignInPage
      seal={visit.seal("/login")}
      codeSeal={more.offersCode === true ? visit.seal(codePath) : null}
      maySignUp={signUp === "open"}
      next={more.next}
      mail={more.mail}
      note={more.note}
    />
  );

  open.get("/login", async (visit) => {
    const { c } = visit;
    const next = ownPath(c.req.query("next"));
    if (visit.person !== null) return goTo(next ?? home);
    const note = noteOf(visit.note);
    return visit.show(page(visit, { next, mail: jar.mailOf(c) ?? "", note }));
  });

  open.post("/login", rules, async (visit) => {
    const { c, fields, browser, address } = visit;
    const next = ownPath(fields.get("next"));
    const typed = { mail: fields.get("correo") ?? "", password: fields.get("clave") ?? "" };
    const origin = { browser, address, mark: jar.markOf(c) };
    const answer = await signIn(deps, typed, c.req.raw.headers, origin);
    switch (answer.kind) {
      case "signed_in": {
        await recorder({ ...visit, person: answer }, deps, rules)(personal);
        // Two people on one machine, or one who signs in twice: the earlier session ends.
        if (visit.person !== null)
          await auth.endSession(visit.person.userId, visit.person.sessionId);
        return goTo(next ?? home, [
          ...answer.cookies,
          jar.endForm(),
          jar.endMail(),
          jar.keepMark(answer.mark),
        ]);
      }
      case "refused":
      case "blocked":
      case "recovery_only":
      case "too_many": {
        const note = <NotAdmitted {...refusalText(answer)} />;
        const offersCode = answer.kind === "refused";
        return visit.show(page(visit, { next, mail: typed.mail, note, offersCode }), {
          status: answer.kind === "too_many" ? 429 : 422,
        });
      }
    }
  });

  person.get(signInAgainPath, async (visit) => {
    const next = ownPath(visit.c.req.query("next")) ?? home;
    return visit.show(againPage(visit, visit.person.email, next));
  });

  person.post(signInAgainPath, { verb: "sign_in_again" }, async (visit) => {
    const { c, fields, browser, address } = visit;
    const next = ownPath(fields.get("next")) ?? home;
    const kept = fields.get(keptField);
    const typed = { mail: visit.person.email, password: fields.get("clave") ?? "" };
    const origin = { browser, address, mark: jar.markOf(c) };
    const answer = await signIn(deps, typed, c.req.raw.headers, origin);
    if (answer.kind === "signed_in") {
      await auth.endSession(visit.person.userId, visit.person.sessionId);
      const form = await takeKeptForm(deps, { seal: kept, userId: visit.person.userId });
      if (form === null) return goTo(next, answer.cookies);
      return frame.showFilled(visit, form.page, answer.cookies, form);
    }
    const { title, line } = refusalText(answer);
    const told = answer.kind === "refused" ? "La contraseña no es esa. Prueba otra vez." : line;
    const note = <NotAdmitted title={title} line={told} />;
    const status = answer.kind === "too_many" ? 429 : 422;
    return visit.show(againPage(visit, visit.person.email, next, { note, kept }), { status });
  });

  open.post(
    signOutPath,
    { verb: "sign_out", anyHour: true },
    async ({ c }: PageRequest & Posted) => {
      const cookies = await auth.signOut(c.req.raw.headers);
      return goTo("/login?nota=salida", cookies);
    },
  );
}

function againPage(
  visit: PageRequest,
  mail: string,
  next: string,
  { note, kept = null }: { note?: Child; kept?: string | null } = {},
) {
  const seal = visit.seal(signInAgainPath);
  return <SignInAgainPage seal={seal} next={next} mail={mail} kept={kept} note={note} />;
}

type Refusal = Exclude<SignIn, { kind: "signed_in" }>;

/** The same sentence for a wrong mail and a wrong password. */
export function refusalText(answer: Refusal): { title: string; line: string } {
  switch (answer.kind) {
    case "refused":
      return {
        title: "No pudimos entrar",
        line: "El correo o la contraseña no corresponden. Revísalos y prueba otra vez.",
      };
    case "blocked":
      return {
        title: `En pausa hasta las ${hourText(answer.until)}`,
        line: "Hubo cinco intentos seguidos que no correspondían. Espera, o pide un código en «Olvidé mi contraseña».",
      };
    case "recovery_only":
      return {
        title: "Entra con un código",
        line: `Hubo demasiados intentos con este correo. Pide un código en «Olvidé mi contraseña», o espera hasta las ${hourText(answer.until)}.`,
      };
    case "too_many":
      return {
        title: "Demasiados intentos desde tu red",
        line: `Vuelve a probar a las ${hourText(answer.until)}.`,
      };
  }
}

/** Why somebody was sent here. The address only names one of our texts; nothing else from it is shown. */
function noteOf(name: string | undefined) {
  switch (name) {
    case "salida":
      return <Done>Cerraste la sesión.</Done>;
    case "confirmado":
      return <Done>Tu correo quedó confirmado. Entra con tu contraseña.</Done>;
    case "cambiada":
      return <Done>Tu contraseña cambió. Entra con la nueva.</Done>;
    case "sin-enviar":
      return (
        <Note title="Tu sesión había terminado" calm>
          <p>No hicimos nada con lo que enviaste. Entra, y envíalo otra vez.</p>
        </Note>
      );
    case "cerradas":
      return <Done>Cerramos todas tus sesiones.</Done>;
    default:
      return undefined;
  }
}
