import type { Child } from "hono/jsx";
import type { Member, Role } from "#lib/identity/people/index.ts";
import type { Nav } from "../../request/page-request.ts";
import { plainText } from "../../texts/words.ts";
import { membersPath, roleLine, rolesFor, rolesHint } from "./members-page.tsx";
import { Form, Note, Select, Submit, Tick } from "../parts/parts.tsx";
import { Shell } from "../parts/shell.tsx";
import { When } from "../parts/when.tsx";

interface MemberProps {
  nav: Nav;
  organizationId: string;
  member: Member;
  asker: Role;
  seal(path: string): string;
  now: Date;
  problem?: string | null;
  note?: Child;
}

export function MemberPage(props: MemberProps) {
  const { nav, organizationId, member, asker, seal, now, problem = null, note } = props;
  const path = `${membersPath(organizationId)}/${member.userId}`;
  const name = plainText(member.name ?? member.email ?? "Sin nombre");
  // Only owners can change owners.
  const mayChange = asker === "owner" || member.role !== "owner";
  return (
    <Shell title={name} nav={nav}>
      <p class="kicker">
        <a href={membersPath(organizationId)}>Miembros</a>
      </p>
      <h1>{name}</h1>
      {note}
      {problem !== null && (
        <Note title="No lo cambiamos">
          <p>{problem}</p>
        </Note>
      )}
      <dl class="facts">
        <dt>Correo</dt>
        <dd>{plainText(member.email ?? "")}</dd>
        <dt>Rol</dt>
        <dd>{roleLine(member)}</dd>
        <dt>Desde</dt>
        <dd>
          <When at={member.since} />
        </dd>
        <dt>Última visita</dt>
        <dd>
          <When at={member.lastSeenAt} now={now} />
        </dd>
      </dl>
      {mayChange ? (
        <>
          <section class="part">
            <h2>Cambiar su rol</h2>
            <p class="hint">
              Vale desde su próxima página, y desde la próxima llamada de sus aplicaciones.
              Retiramos las invitaciones abiertas que con el nuevo rol ya no podría hacer.
            </p>
            <Form action={path} seal={seal(path)} version={member.version}>
              <Select
                name="rol"
                label="Rol"
                value={member.role}
                hint={rolesHint(asker)}
                options={rolesFor(asker)}
              />
              <Tick name="confirma" value="si" checked={member.canIssue}>
                Como miembro, también puede confirmar documentos
              </Tick>
              <Submit>Guardar</Submit>
            </Form>
          </section>
          <section class="part">
            <h2>Quitar de la organización</h2>
            <p>
              Deja de ver la organización, y sus aplicaciones dejan de actuar en ella. Las
              invitaciones abiertas que hizo quedan retiradas. Las claves que creó siguen.
            </p>
            <Form action={`${path}/quitar`} seal={seal(`${path}/quitar`)}>
              <Submit kind="button danger">{`Quitar a ${name}`}</Submit>
            </Form>
          </section>
        </>
      ) : (
        <p>A un dueño lo cambia otro dueño.</p>
      )}
    </Shell>
  );
}
