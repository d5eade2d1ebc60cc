import type { Child } from "hono/jsx";
import { longestName } from "#lib/identity/index.ts";
import type { Nav } from "../../request/page-request.ts";
import { keyModels, keyTerms, usualTerm, type KeyModel } from "../../texts/keys.ts";
import type { OfferedConnections } from "../../texts/offered-connections.ts";
import type { systemsOf } from "../../texts/permissions.ts";
import { keyPath, keysPath } from "./keys-page.tsx";
import { Field, Form, Select, Submit } from "../parts/parts.tsx";
import { ConnectionLimitTicks, PermissionTicks } from "../parts/permission-ticks.tsx";
import { Copied, SecretPage } from "../parts/secret-page.tsx";
import { Shell } from "../parts/shell.tsx";

interface NewKeyProps {
  nav: Nav;
  organizationId: string;
  systems: ReturnType<typeof systemsOf>;
  offered: OfferedConnections;
  model: KeyModel | null;
  seal(path: string): string;
  problem?: string | null;
  note?: Child;
}

export function NewKeyPage(props: NewKeyProps) {
  const { nav, organizationId, systems, offered, model, seal, problem = null, note } = props;
  const path = `${keysPath(organizationId)}/nueva`;
  const scopes = systems.flatMap(({ permissions }) => permissions.map(({ scope }) => scope));
  return (
    <Shell title="Crear una clave" nav={nav}>
      <p class="kicker">
        <a href={keysPath(organizationId)}>Claves</a>
      </p>
      <h1>Crear una clave</h1>
      {note}
      <nav class="tabs" aria-label="Permisos ya marcados">
        {Object.entries(keyModels).map(([name, { label }]) => (
          <a href={`${path}?modelo=${name}`} {...(name === model && { "aria-current": "page" })}>
            {label}
          </a>
        ))}
        <a href={path} {...(model === null && { "aria-current": "page" })}>
          Nada marcado
        </a>
      </nav>
      <Form action={path} seal={seal(path)}>
        <Field
          name="nombre"
          label="Nombre"
          hint="Para reconocerla después: qué programa la usa, y dónde."
          problem={problem}
          maxlength={longestName}
        />
        <Select name="vence" label="Vence en" value={usualTerm.value} options={keyTerms} />
        <PermissionTicks
          systems={systems}
          ticked={model === null ? [] : scopes.filter((scope) => keyModels[model].has(scope))}
        />
        <ConnectionLimitTicks offered={offered} />
        {offered.isPart && (
          <p class="hint">Las que falten se buscan y se marcan en la página de la clave.</p>
        )}
        <Submit>Crear la clave</Submit>
      </Form>
    </Shell>
  );
}

interface MadeKeyProps {
  nav: Nav;
  organizationId: string;
  id: string;
  text: string;
  /** Null if it may not call anything yet. */
  curl: string | null;
}

/** The only page that ever shows the key. */
export function MadeKeyPage({ nav, organizationId, id, text, curl }: MadeKeyProps) {
  return (
    <SecretPage
      nav={nav}
      title="La clave está lista"
      label="Clave"
      secret={text}
      onward={{ href: keyPath(organizationId, { id }), label: "Ver la clave en la lista" }}
    >
      {curl === null ? (
        <p>Todavía no puede nada: dale permisos en su página.</p>
      ) : (
        <Copied label="Una primera llamada" text={curl} />
      )}
    </SecretPage>
  );
}
