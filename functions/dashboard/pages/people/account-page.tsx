import type { Child } from "hono/jsx";
import type { OwnSession } from "#lib/identity/auth-port.ts";
import type { Nav } from "../../request/page-request.ts";
import { dayText, plainText } from "../../texts/words.ts";
import { deviceText } from "../../texts/device.ts";
import { Form, NewPasswordField, PasswordField, Submit } from "../parts/parts.tsx";
import { Shell } from "../parts/shell.tsx";

interface AccountProps {
  nav: Nav;
  sessions: readonly OwnSession[];
  /** The session that is looking at the page. */
  sessionId: string;
  /** The seal of a form that is sent to the path. */
  seal(path: string): string;
  problem: string | null;
  note?: Child;
}

export const accountPath = "/dashboard/cuenta";
export const passwordPath = `${accountPath}/clave`;
export const sessionPath = `${accountPath}/sesion`;
export const everythingPath = `${accountPath}/sesiones`;

export function AccountPage({ nav, sessions, sessionId, seal, problem, note }: AccountProps) {
  return (
    <Shell title="Tu cuenta" nav={nav}>
      <h1>Tu cuenta</h1>
      {note}
      <dl class="facts">
        <dt>Nombre</dt>
        <dd>{plainText(nav.person.name)}</dd>
        <dt>Correo</dt>
        <dd>{nav.person.email}</dd>
      </dl>
      <section class="part">
        <h2>Sesiones</h2>
        <ul class="rows">
          {sessions.map((session) => (
            <SessionRow session={session} isOwn={session.id === sessionId} seal={seal} />
          ))}
        </ul>
        <Form action={everythingPath} seal={seal(everythingPath)}>
          <label class="tick">
            <input type="checkbox" name="aplicaciones" value="si" />
            <span>También terminar todas mis aplicaciones, en todas mis organizaciones</span>
          </label>
          <Submit kind="button danger">Cerrar todas, también esta</Submit>
        </Form>
      </section>
      <section class="part">
        <h2>Cambiar la contraseña</h2>
        <p class="hint">Al guardarla se cierran tus otras sesiones, y te avisamos por correo.</p>
        <Form action={passwordPath} seal={seal(passwordPath)}>
          <input type="hidden" name="usuario" autocomplete="username" value={nav.person.email} />
          <PasswordField label="Contraseña de ahora" />
          <NewPasswordField name="nueva" problem={problem} />
          <Submit>Guardar</Submit>
        </Form>
        <p class="ways">
          <a href="/login/recuperar">Olvidé mi contraseña</a>
        </p>
      </section>
    </Shell>
  );
}

function SessionRow(props: {
  session: OwnSession;
  isOwn: boolean;
  seal: (path: string) => string;
}) {
  const { session, isOwn, seal } = props;
  const device = deviceText(session.userAgent);
  return (
    <li>
      <div>
        <strong>{device}</strong>
        <span>
          desde el <time datetime={session.since.toISOString()}>{dayText(session.since)}</time>
        </span>
      </div>
      {isOwn ? (
        <span class="tag">Esta sesión</span>
      ) : (
        <Form action={sessionPath} seal={seal(sessionPath)}>
          <input type="hidden" name="sesion" value={session.id} />
          <button type="submit" class="quiet" aria-label={`Cerrar la sesión de ${device}`}>
            Cerrar
          </button>
        </Form>
      )}
    </li>
  );
}
