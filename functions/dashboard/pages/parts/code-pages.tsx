import type { Child } from "hono/jsx";
import { spokenInSpanish } from "#lib/kernel/spoken.ts";
import { codeLifeMs } from "#lib/notices/index.ts";
import { withNext } from "../../request/answer.ts";
import { Field, Form, MailField, NewPasswordField, Submit } from "./parts.tsx";
import { Shell } from "./shell.tsx";

/** Where a code for a mail that waits to be confirmed is requested. */
export const codePath = "/login/verificar/codigo";

interface CodePageProps {
  seal: string;
  /** The seal of the form that requests another code. */
  againSeal: string;
  next: string | null;
  mail: string;
  note?: Child;
}

export function VerifyPage({ seal, againSeal, next, mail, note }: CodePageProps) {
  return (
    <Shell title="Confirma tu correo">
      <p class="kicker">Falta un paso</p>
      <h1>Confirma tu correo</h1>
      <CodeSent mail={mail} />
      {note}
      <Form action="/login/verificar" seal={seal} next={next}>
        <KnownMail mail={mail} />
        <CodeField />
        <Submit>Confirmar</Submit>
      </Form>
      <AnotherCode action={codePath} seal={againSeal} next={next} mail={mail} />
    </Shell>
  );
}

export function RecoverPage(props: Omit<CodePageProps, "againSeal">) {
  const { seal, next, mail, note } = props;
  return (
    <Shell title="Recuperar el acceso">
      <h1>Elige otra contraseña</h1>
      <p class="lead">Te mandamos un código al correo de tu cuenta.</p>
      {note}
      <Form action="/login/recuperar" seal={seal} next={next}>
        <MailField mail={mail} focused />
        <Submit>Mandar el código</Submit>
      </Form>
      <p class="ways">
        <a href={withNext("/login", next)}>Volver a entrar</a>
      </p>
    </Shell>
  );
}

interface ResetProps extends CodePageProps {
  code: string;
  problem: string | null;
}

export function ResetPage({ seal, againSeal, next, mail, note, code, problem }: ResetProps) {
  return (
    <Shell title="Contraseña nueva">
      <p class="kicker">Recuperar el acceso</p>
      <h1>Pon una contraseña nueva</h1>
      <CodeSent mail={mail} />
      {note}
      <Form action="/login/recuperar/clave" seal={seal} next={next}>
        <KnownMail mail={mail} />
        <CodeField value={code} />
        <NewPasswordField problem={problem} />
        <Submit>Guardar y entrar</Submit>
      </Form>
      <p class="foot">Al guardarla se cierran tus otras sesiones y terminan tus aplicaciones.</p>
      <AnotherCode action="/login/recuperar" seal={againSeal} next={next} mail={mail} />
    </Shell>
  );
}

/** The same sentence for every address: only the mail tells whether it has an account. */
function CodeSent({ mail }: { mail: string }) {
  return (
    <p class="lead">
      {mail === "" ? (
        "Escribe tu correo y el código que te llegó."
      ) : (
        <>
          Si <strong>{mail}</strong> espera un código, va en camino. Sirve por{" "}
          {spokenInSpanish(codeLifeMs)}, en este navegador.
        </>
      )}
    </p>
  );
}

function KnownMail({ mail }: { mail: string }) {
  if (mail !== "") return <input type="hidden" name="correo" value={mail} />;
  return <MailField mail="" />;
}

function CodeField({ value = "" }: { value?: string }) {
  return (
    <Field
      name="codigo"
      label="Código de 8 dígitos"
      value={value}
      autocomplete="one-time-code"
      maxlength={20}
      code
      focused={value === ""}
    />
  );
}

/** For everybody who was refused: whether the mail waits to be confirmed is told in the mail alone. */
export function AskForCode({ seal, next, mail }: Omit<AnotherCodeProps, "action">) {
  return (
    <Form action={codePath} seal={seal} next={next}>
      <input type="hidden" name="correo" value={mail} />
      <p class="again">
        ¿Aún no confirmas tu correo? <Submit kind="quiet">Pedir un código</Submit>
      </p>
    </Form>
  );
}

interface AnotherCodeProps {
  action: string;
  seal: string;
  next: string | null;
  mail: string;
}

function AnotherCode({ action, seal, next, mail }: AnotherCodeProps) {
  if (mail === "") return null;
  return (
    <Form action={action} seal={seal} next={next}>
      <input type="hidden" name="correo" value={mail} />
      <p class="again">
        ¿No llegó? Revisa el correo no deseado. <Submit kind="quiet">Mandar otro código</Submit>
      </p>
    </Form>
  );
}
