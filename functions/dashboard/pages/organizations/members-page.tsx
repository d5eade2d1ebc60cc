import type { Child } from "hono/jsx";
import {
  invitationLifeMs,
  type Invitation,
  type Member,
  type Role,
} from "#lib/identity/people/index.ts";
import { spokenInSpanish } from "#lib/kernel/spoken.ts";
import type { Nav } from "../../request/page-request.ts";
import { plainText, roleRights, roleText } from "../../texts/words.ts";
import { List, PastList } from "../parts/list.tsx";
import { Field, Form, Select, Submit } from "../parts/parts.tsx";
import { Shell } from "../parts/shell.tsx";
import { When } from "../parts/when.tsx";

export const membersPath = (organizationId: string): string =>
  `/dashboard/${organizationId}/miembros`;

interface MembersProps {
  nav: Nav;
  organizationId: string;
  members: readonly Member[];
  /** The next page of the list, and the first one if this is another. */
  next: string | null;
  first: string | null;
  /** Without one nobody could decide here: the only owner cannot leave. */
  owners: number;
  /** Null for people who may not see them. */
  invitations: readonly Invitation[] | null;
  /** The person who is looking. */
  own: { userId: string; role: Role };
  seal(path: string): string;
  now: Date;
  problem?: string | null;
  note?: Child;
}

export function MembersPage(props: MembersProps) {
  const { nav, organizationId, members, invitations, own, now, note } = props;
  const path = membersPath(organizationId);
  const manages = invitations !== null;
  const nameOf = (member: Member): Child => {
    const name = plainText(member.name ?? member.email ?? "Sin nombre");
    const isOwn = member.userId === own.userId;
    return (
      <>
        {manages ? <a href={`${path}/${member.userId}`}>{name}</a> : name}
        {isOwn && " (tú)"}
      </>
    );
  };
  return (
    <Shell title="Miembros" nav={nav}>
      <h1>Miembros</h1>
      {note}
      {manages && (
        <PastList rows={members} to="invitar">
          Invitar a alguien
        </PastList>
      )}
      <List
        caption="Personas de la organización"
        rows={members}
        next={props.next}
        first={props.first}
        columns={[
          { head: "Nombre", free: true, cell: nameOf },
          { head: "Rol", cell: (member) => roleLine(member) },
          ...(manages
            ? [{ head: "Correo", free: true, cell: ({ email }: Member) => email ?? "" }]
            : []),
          { head: "Desde", cell: ({ since }) => <When at={since} /> },
          { head: "Última visita", cell: ({ lastSeenAt }) => <When at={lastSeenAt} now={now} /> },
        ]}
      />
      {manages && <Invitations {...props} invitations={invitations} />}
      <Leave {...props} />
    </Shell>
  );
}

export function roleLine({ role, canIssue }: Pick<Member, "role" | "canIssue">): string {
  return role === "member" && canIssue ? `${roleText(role)}, confirma documentos` : roleText(role);
}

function Invitations(props: MembersProps & { invitations: readonly Invitation[] }) {
  const { organizationId, invitations, own, seal, problem = null } = props;
  const path = `${membersPath(organizationId)}/invitaciones`;
  return (
    <section class="part" id="invitar">
      <h2>Invitar</h2>
      <p class="hint">
        Le llega un enlace que sirve {spokenInSpanish(invitationLifeMs)}, solo para ese correo.
      </p>
      <Form action={path} seal={seal(path)}>
        <Field name="correo" label="Correo" type="email" problem={problem} />
        <Select
          name="rol"
          label="Rol"
          value="member"
          hint={rolesHint(own.role)}
          options={rolesFor(own.role)}
        />
        <Submit>Invitar</Submit>
      </Form>
      {invitations.length > 0 && (
        <List
          caption="Invitaciones abiertas"
          rows={invitations}
          next={null}
          first={null}
          columns={[
            { head: "Correo", free: true, cell: ({ email }) => plainText(email) },
            { head: "Rol", cell: ({ role }) => roleText(role) },
            {
              head: "Vence",
              cell: ({ expiresAt, isExpired }) =>
                isExpired ? "ya venció" : <When at={expiresAt} />,
            },
            {
              head: "Qué hacer",
              cell: (invitation) => <Acts {...props} path={path} invitation={invitation} />,
            },
          ]}
        />
      )}
    </section>
  );
}

interface ActsProps extends MembersProps {
  path: string;
  invitation: Invitation;
}

/** An expired invitation cannot be withdrawn; inviting again makes a new one. */
function Acts({ path, invitation: { id, email, isExpired, role }, own, seal }: ActsProps) {
  if (isExpired || (role === "owner" && own.role !== "owner")) return <>–</>;
  const resend = `${path}/${id}/reenviar`;
  const withdraw = `${path}/${id}/retirar`;
  return (
    <div class="acts-of-row">
      <Form action={resend} seal={seal(resend)}>
        <button type="submit" class="quiet" aria-label={`Reenviar a ${plainText(email)}`}>
          Reenviar
        </button>
      </Form>
      <Form action={withdraw} seal={seal(withdraw)}>
        <button type="submit" class="quiet" aria-label={`Retirar la de ${plainText(email)}`}>
          Retirar
        </button>
      </Form>
    </div>
  );
}

/** Only owners can make owners. */
export function rolesFor(asker: Role): { value: Role; label: string }[] {
  const given: Role[] = asker === "owner" ? ["member", "admin", "owner"] : ["member", "admin"];
  return given.map((value) => ({ value, label: roleText(value) }));
}

/** What each of them allows: the one that is chosen can change without a reload. */
export function rolesHint(asker: Role): string {
  return rolesFor(asker)
    .map(({ value, label }) => `${label}: ${roleRights(value)}`)
    .join(" ");
}

function Leave({ organizationId, owners, invitations, own, seal }: MembersProps) {
  const path = `${membersPath(organizationId)}/salir`;
  const isLast = own.role === "owner" && owners < 2;
  return (
    <section class="part">
      <h2>Salir de la organización</h2>
      {isLast ? (
        <p>No puedes salir: eres su único dueño. Haz dueño a otra persona primero.</p>
      ) : (
        <>
          <p>
            Tus aplicaciones dejan de actuar aquí. Las claves que creaste siguen
            {invitations !== null && ", y las invitaciones abiertas que hiciste quedan retiradas"}.
          </p>
          <Form action={path} seal={seal(path)}>
            <Submit kind="button danger">Salir</Submit>
          </Form>
        </>
      )}
    </section>
  );
}
