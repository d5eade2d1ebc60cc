import type { Child } from "hono/jsx";
import { longestName } from "#lib/identity/index.ts";
import type { Membership } from "#lib/identity/people/index.ts";
import type { Nav } from "../../request/page-request.ts";
import { plainText, roleText } from "../../texts/words.ts";
import { Field, Form, Submit } from "../parts/parts.tsx";
import { Shell } from "../parts/shell.tsx";

interface OrganizationsProps {
  nav: Nav;
  memberships: readonly Membership[];
  /** Null if only invited people can join. */
  createSeal: string | null;
  name: string;
  problem: string | null;
  note?: Child;
}

export function OrganizationsPage(props: OrganizationsProps) {
  const { nav, memberships, createSeal, name, problem, note } = props;
  return (
    <Shell title="Tus organizaciones" nav={nav}>
      <h1>Tus organizaciones</h1>
      {note}
      {memberships.length === 0 ? (
        <p class="lead">
          Todavía no participas en ninguna. Cuando alguien te invite, el enlace llega a{" "}
          <strong>{nav.person.email}</strong>.
        </p>
      ) : (
        <ul class="choices">
          {memberships.map(({ organizationId, organizationName, role }) => (
            <li>
              <a href={`/dashboard/${organizationId}`}>
                <strong>{plainText(organizationName)}</strong>
                <span>{roleText(role)}</span>
              </a>
            </li>
          ))}
        </ul>
      )}
      {createSeal !== null && (
        <section class="part">
          <h2>{memberships.length === 0 ? "Crea la tuya" : "Crear otra"}</h2>
          <Form action="/dashboard" seal={createSeal}>
            <Field
              name="nombre"
              label="Nombre de la organización"
              value={name}
              problem={problem}
              autocomplete="organization"
              maxlength={longestName}
            />
            <Submit>Crear organización</Submit>
          </Form>
        </section>
      )}
    </Shell>
  );
}
