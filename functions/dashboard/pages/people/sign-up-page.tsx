import type { Child } from "hono/jsx";
import { longestName } from "#lib/identity/index.ts";
import { withNext } from "../../request/answer.ts";
import { Field, Form, MailField, NewPasswordField, Submit } from "../parts/parts.tsx";
import { Shell } from "../parts/shell.tsx";

interface SignUpProps {
  seal: string;
  next: string | null;
  name: string;
  mail: string;
  problems: Readonly<Partial<Record<"name" | "mail" | "password", string>>>;
  note?: Child;
}

export function SignUpPage({ seal, next, name, mail, problems, note }: SignUpProps) {
  return (
    <Shell title="Crear una cuenta">
      <h1>Crea tu cuenta</h1>
      {note}
      <Form action="/login/registro" seal={seal} next={next}>
        <Field
          name="nombre"
          label="Tu nombre"
          value={name}
          problem={problems.name}
          autocomplete="name"
          maxlength={longestName}
          focused={problems.mail === undefined && problems.password === undefined}
        />
        <MailField
          mail={mail}
          problem={problems.mail}
          hint="Ahí te llega el código para confirmarla."
          focused={problems.mail !== undefined}
        />
        <NewPasswordField
          label="Contraseña"
          problem={problems.password}
          focused={problems.mail === undefined && problems.password !== undefined}
        />
        <Submit>Crear cuenta</Submit>
      </Form>
      <p class="ways">
        <a href={withNext("/login", next)}>Ya tengo una cuenta</a>
      </p>
    </Shell>
  );
}

export function ByInvitationPage({ next }: { next: string | null }) {
  return (
    <Shell title="Por invitación">
      <h1>Connect se abre por invitación</h1>
      <p class="lead">
        Pide a un dueño o administrador de tu organización que te invite. La invitación llega a tu
        correo, y desde ese enlace creas tu cuenta.
      </p>
      <a class="button" href={withNext("/login", next)}>
        Ya tengo una cuenta
      </a>
    </Shell>
  );
}
