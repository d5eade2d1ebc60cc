import type { Child } from "hono/jsx";
import { longestName, type OrganizationSettings } from "#lib/identity/index.ts";
import type { Nav } from "../../request/page-request.ts";
import { plainText } from "../../texts/words.ts";
import { feeReceiptLimitsPath } from "../operations/fee-receipt-limits-page.tsx";
import { DeleteOrganization, OrganizationDeletes } from "./organization-deletion.tsx";
import { Field, Form, Submit, Tick } from "../parts/parts.tsx";
import { Shell } from "../parts/shell.tsx";

export const organizationSettingsPath = (organizationId: string): string =>
  `/dashboard/${organizationId}/organizacion`;

interface SettingsProps {
  nav: Nav;
  organizationId: string;
  settings: OrganizationSettings;
  /** Every system that can be enabled. */
  systems: readonly { id: string; name: string }[];
  isOwner: boolean;
  seal(path: string): string;
  now: Date;
  /** How long a deletion waits. */
  deletionDays: number;
  problem?: string | null;
  /** Whether the typed name did not match. */
  wrongWord?: boolean;
  note?: Child;
}

export function OrganizationSettingsPage(props: SettingsProps) {
  const { nav, organizationId, settings, systems, isOwner, seal, problem = null, note } = props;
  const path = organizationSettingsPath(organizationId);
  const { deletesAt } = settings;
  return (
    <Shell title="Organización" nav={nav}>
      <h1>Organización</h1>
      {note}
      {deletesAt !== null && (
        <OrganizationDeletes
          organizationId={organizationId}
          deletesAt={deletesAt}
          now={props.now}
          seal={isOwner ? seal : null}
        />
      )}
      {isOwner && deletesAt === null ? (
        <Form action={path} seal={seal(path)} version={settings.version}>
          <Field
            name="nombre"
            label="Nombre"
            value={settings.name}
            problem={problem}
            autocomplete="organization"
            maxlength={longestName}
          />
          <fieldset>
            <legend>Sistemas</legend>
            <p class="hint">
              Uno que quites deja de existir para los agentes desde la próxima llamada. Sus
              conexiones y lo leído quedan, por si vuelve.
            </p>
            {systems.map(({ id, name }) => (
              <Tick name="sistema" value={id} checked={settings.systems.includes(id)}>
                {name}
              </Tick>
            ))}
          </fieldset>
          <Submit>Guardar</Submit>
        </Form>
      ) : (
        <>
          <dl class="facts">
            <dt>Nombre</dt>
            <dd>{plainText(settings.name)}</dd>
            <dt>Sistemas</dt>
            <dd>
              {systems
                .filter(({ id }) => settings.systems.includes(id))
                .map(({ name }) => name)
                .join(", ") || "ninguno"}
            </dd>
          </dl>
          {deletesAt === null && <p class="hint">La cambia un dueño.</p>}
        </>
      )}
      {isOwner && deletesAt === null && (
        <DeleteOrganization
          organizationId={organizationId}
          name={settings.name}
          days={props.deletionDays}
          isWrong={props.wrongWord === true}
          seal={seal}
        />
      )}
      <section class="part">
        <h2>Sin que una persona mire</h2>
        <p>
          <a href={feeReceiptLimitsPath(organizationId)}>Límites de boletas de honorarios</a>
        </p>
      </section>
      <p class="hint">
        Identificador: <code>{organizationId}</code>
      </p>
    </Shell>
  );
}
