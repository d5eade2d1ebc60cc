import { santiagoDayOf, type Fecha } from "#lib/chile/index.ts";
import type { Consent, ConsentEnd } from "#lib/links/index.ts";
import type { Nav } from "../../request/page-request.ts";
import { dateText, dayText, plainText } from "../../texts/words.ts";
import { connectionsPath } from "./connections-page.tsx";
import { Empty } from "../parts/list.tsx";
import { Shell } from "../parts/shell.tsx";

interface ConsentsProps {
  nav: Nav | null;
  organizationId: string;
  connection: { id: string; nombre: string };
  consents: readonly Consent[];
}

export const consentsPath = (organizationId: string, connectionId: string): string =>
  `${connectionsPath(organizationId)}/${connectionId}/consentimientos`;

/** What each person who connected or reconnected it was shown, in the words that they read. */
export function ConsentsPage({ nav, organizationId, connection, consents }: ConsentsProps) {
  const name = plainText(connection.nombre);
  return (
    <Shell title={`Consentimientos de ${name}`} nav={nav}>
      <p class="kicker">
        <a href={`${connectionsPath(organizationId)}/${connection.id}`}>{name}</a>
      </p>
      <h1>Consentimientos</h1>
      <p class="lead">
        Lo que leyó y aceptó cada persona que entregó su clave o dio su permiso. Se guarda mientras
        exista la conexión; la persona puede cortar el acceso sin pedirlo.
      </p>
      {consents.length === 0 && (
        <Empty title="Ninguno todavía">
          <p>Nadie la ha conectado por un enlace desde que se guardan.</p>
        </Empty>
      )}
      {consents.map((consent) => (
        <Agreed consent={consent} />
      ))}
    </Shell>
  );
}

/** The last day before that instant, as the person read it. */
const lastDayOf = (end: Date): Fecha => santiagoDayOf(new Date(end.getTime() - 1));

function Agreed({ consent }: { consent: Consent }) {
  const { agreedAt, accessUntil, ended, endedAt, version, linkId, facts } = consent;
  return (
    <section class="part">
      <h2>{dayText(agreedAt)}</h2>
      <dl class="facts">
        <dt>Estado</dt>
        <dd>
          {ended === null || endedAt === null
            ? "Vigente"
            : `${endText(ended)} el ${dayText(endedAt)}`}
        </dd>
        <dt>Hasta</dt>
        <dd>
          {accessUntil === null ? "que la persona lo corte" : dateText(lastDayOf(accessUntil))}
        </dd>
        <dt>Lee</dt>
        <dd>{facts.reads.length === 0 ? "nada" : facts.reads.join(", ")}</dd>
        <dt>Emite o hace</dt>
        <dd>{facts.acts.length === 0 ? "nada" : facts.acts.join(", ")}</dd>
        <dt>Enlace</dt>
        <dd>
          <code>{linkId}</code>
        </dd>
        <dt>Texto</dt>
        <dd>{version}</dd>
      </dl>
      <details>
        <summary>Lo que decía la página</summary>
        <ul>
          {facts.lines.map((line) => (
            <li>{line}</li>
          ))}
        </ul>
      </details>
    </section>
  );
}

function endText(end: ConsentEnd): string {
  switch (end) {
    case "cortado":
      return "La persona lo cortó";
    case "reemplazado":
      return "Otro lo reemplazó";
    case "vencido":
      return "Venció";
    case "olvidado":
      return "La organización olvidó la clave";
  }
}
