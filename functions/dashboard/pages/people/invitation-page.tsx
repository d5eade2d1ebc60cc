import { invitationLifeMs, type OpenInvitation } from "#lib/identity/people/index.ts";
import { spokenInSpanish } from "#lib/kernel/spoken.ts";
import { withNext } from "../../request/answer.ts";
import type { Nav } from "../../request/page-request.ts";
import { momentText } from "#lib/chile/index.ts";
import { plainText, roleMeaning, roleText } from "../../texts/words.ts";
import { Form, Submit } from "../parts/parts.tsx";
import { Shell } from "../parts/shell.tsx";

interface InvitationProps {
  nav: Nav | null;
  path: string;
  invitation: Pick<OpenInvitation, "organization" | "role" | "expiresAt">;
  maskedMail: string;
  /** `other`: signed in with another mail than the invited one. */
  visitor:
    | { kind: "stranger" }
    | { kind: "invited"; seal: string }
    | { kind: "other"; mail: string };
}

export function InvitationPage({ nav, path, invitation, maskedMail, visitor }: InvitationProps) {
  const { organization, role, expiresAt } = invitation;
  return (
    <Shell title={`Invitación a ${organization.name}`} nav={nav}>
      <p class="kicker">Invitación</p>
      <h1>{plainText(organization.name)} te invita</h1>
      <section class="box">
        <h2>Como {roleText(role).toLowerCase()}</h2>
        <p>{roleMeaning(role)}</p>
      </section>
      <Way path={path} maskedMail={maskedMail} visitor={visitor} />
      <p class="foot">
        Vence el {momentText(expiresAt)}. Si no conoces a la organización, cierra la página.
      </p>
    </Shell>
  );
}

function Way({
  path,
  maskedMail,
  visitor,
}: Pick<InvitationProps, "path" | "maskedMail" | "visitor">) {
  switch (visitor.kind) {
    case "invited":
      return (
        <Form action={path} seal={visitor.seal}>
          <Submit>Aceptar y entrar</Submit>
        </Form>
      );
    case "other":
      return (
        <p class="lead">
          Es para <strong>{maskedMail}</strong>, y entraste como <strong>{visitor.mail}</strong>.
          Cierra la sesión y vuelve a abrir el enlace con la cuenta de ese correo.
        </p>
      );
    case "stranger":
      return (
        <>
          <p class="lead">
            Es para <strong>{maskedMail}</strong>. Entra con ese correo, o crea tu cuenta.
          </p>
          <a class="button" href={withNext("/login", path)}>
            Entrar
          </a>
          <p class="ways">
            <a href={withNext("/login/registro", path)}>Crear una cuenta</a>
          </p>
        </>
      );
  }
}

/** Used, withdrawn, expired or made up: always the same answer. */
export function ClosedInvitationPage({ nav }: { nav: Nav | null }) {
  return (
    <Shell title="Esta invitación ya no sirve" nav={nav}>
      <h1>Esta invitación ya no sirve</h1>
      <p class="lead">
        Puede que haya vencido, que ya se haya usado o que la hayan retirado. Pide otra a quien te
        invitó: cada una dura {spokenInSpanish(invitationLifeMs)}.
      </p>
      <a class="button" href="/dashboard">
        Ir a tus organizaciones
      </a>
    </Shell>
  );
}
