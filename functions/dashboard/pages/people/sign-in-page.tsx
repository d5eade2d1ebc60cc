import type { Child } from "hono/jsx";
import { spokenInSpanish } from "#lib/kernel/spoken.ts";
import { withNext } from "../../request/answer.ts";
import { freshMs } from "../../request/form-rules.ts";
import { keptField } from "../../request/form-state.ts";
import { AskForCode } from "../parts/code-pages.tsx";
import { Form, MailField, Note, PasswordField, Submit } from "../parts/parts.tsx";
import { Shell } from "../parts/shell.tsx";

interface SignInProps {
  seal: string;
  next: string | null;
  mail: string;
  /** Why it failed, or why there is no session. */
  note?: Child;
  maySignUp: boolean;
  /** The seal of the form that requests a code, shown to anyone who was refused. */
  codeSeal: string | null;
}

export function SignInPage({ seal, next, mail, note, maySignUp, codeSeal }: SignInProps) {
  return (
    <Shell title="Entrar">
      <h1>Entra a Connect</h1>
      {note}
      <Form action="/login" seal={seal} next={next}>
        <MailField mail={mail} focused={mail === ""} />
        <PasswordField focused={mail !== ""} />
        <Submit>Entrar</Submit>
      </Form>
      {codeSeal !== null && <AskForCode seal={codeSeal} next={next} mail={mail} />}
      <p class="ways">
        <a href={withNext("/login/recuperar", next)}>Olvidé mi contraseña</a>
        {maySignUp && <a href={withNext("/login/registro", next)}>Crear una cuenta</a>}
      </p>
    </Shell>
  );
}

interface AgainProps {
  seal: string;
  next: string;
  mail: string;
  /** A waiting form, sealed by the frame. */
  kept?: string | null;
  note?: Child;
}

export const signInAgainPath = "/login/otra-vez";

/** Irreversible actions ask for the password again. */
export function SignInAgainPage({ seal, next, mail, kept = null, note }: AgainProps) {
  return (
    <Shell title="Confirma que eres tú">
      <p class="kicker">Un paso más</p>
      <h1>Confirma que eres tú</h1>
      <p class="lead">
        Entraste hace más de {spokenInSpanish(freshMs)}. Escribe la contraseña de{" "}
        <strong>{mail}</strong> y sigues donde estabas
        {kept !== null && ", con lo que habías escrito"}.
      </p>
      {note}
      <Form action={signInAgainPath} seal={seal} next={next}>
        {kept !== null && <input type="hidden" name={keptField} value={kept} />}
        <PasswordField focused />
        <Submit>Seguir</Submit>
      </Form>
      <p class="ways">
        <a href={withNext("/login/recuperar", next)}>Olvidé mi contraseña</a>
      </p>
    </Shell>
  );
}

/** Why sign-in failed, without saying what was wrong. */
export function NotAdmitted({ title, line }: { title: string; line: string }) {
  return (
    <Note title={title}>
      <p>{line}</p>
    </Note>
  );
}
