import type { Membership } from "#lib/identity/people/index.ts";
import type { Nav } from "../frame/page-request.ts";
import { roleMeaning, roleText } from "../texts/words.ts";
import { applicationsPath } from "./applications-page.tsx";
import { Shell } from "./shell.tsx";

export function OrganizationPage({ nav, membership }: { nav: Nav; membership: Membership }) {
  const { organizationId, organizationName, role } = membership;
  return (
    <Shell title={organizationName} nav={nav}>
      <h1>{organizationName}</h1>
      <section class="box">
        <h2>Participas como {roleText(role).toLowerCase()}</h2>
        <p>{roleMeaning(role)}</p>
      </section>
      <ul class="choices">
        <li>
          <a href={applicationsPath(organizationId)}>
            <strong>Aplicaciones</strong>
            <span>Los agentes que actúan por ti, qué pueden hacer y cómo terminarlos</span>
          </a>
        </li>
        <li>
          <a href="/dashboard">
            <strong>Tus organizaciones</strong>
            <span>Cambiar de organización</span>
          </a>
        </li>
      </ul>
    </Shell>
  );
}
