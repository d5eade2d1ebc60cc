import type { Child } from "hono/jsx";
import { grantTerms } from "#lib/identity/index.ts";
import type { AgentClient } from "#lib/identity/auth-port.ts";
import type { OfferedConnections } from "../../texts/offered-connections.ts";
import { plainText } from "../../texts/words.ts";
import type { systemsOf } from "../../texts/permissions.ts";
import { Form } from "../parts/parts.tsx";
import {
  ConnectionLimitTicks,
  ConnectionSearch,
  PermissionTicks,
  type SearchProps,
} from "../parts/permission-ticks.tsx";
import { Shell } from "../parts/shell.tsx";

export const consentPath = "/consent";

interface ConsentProps {
  client: AgentClient;
  /** Where the answer goes. */
  redirectHost: string;
  isLoopback: boolean;
  organization: { name: string; others: string | null };
  systems: ReturnType<typeof systemsOf>;
  /** Scopes of the request that the person's role cannot grant. */
  withheld: readonly string[];
  connections: OfferedConnections;
  /** The limit of this client's existing access, in words; null: all connections, or no access yet. */
  limit: readonly string[] | null;
  limitNow: string | null;
  search: SearchProps;
  seal: string;
  offer: string;
  note?: Child;
}

/** The client, where the answer goes, and what is ticked: nothing else is granted. */
export function ConsentPage(props: ConsentProps) {
  const { client, organization, systems, withheld, connections, search, seal, offer, note } = props;
  const name = shownName(client.name);
  // Scopes that act are never ticked in advance.
  const harmless = systems
    .flatMap(({ permissions }) => permissions.filter(({ acts }) => !acts))
    .map(({ scope }) => scope);
  return (
    <Shell title={`Dar acceso a ${name}`}>
      <p class="kicker">{plainText(organization.name)}</p>
      <h1>
        ¿Dejas que «{name}» actúe por ti en {plainText(organization.name)}?
      </h1>
      {organization.others !== null && (
        <p class="lead">
          <a href={organization.others}>Elegir otra organización</a>
        </p>
      )}
      {note}
      <WhoAsks {...props} />
      {connections.isPart && <ConnectionSearch {...search} />}
      <Form action={consentPath} seal={seal} considered>
        <input type="hidden" name="oferta" value={offer} />
        <PermissionTicks systems={systems} ticked={harmless} />
        {withheld.length > 0 && (
          <p class="hint">
            También pide{" "}
            {withheld.map((scope) => (
              <code>{scope} </code>
            ))}
            : tu rol no puede darlos.
          </p>
        )}
        {props.limitNow !== null && (
          <p class="hint">{`Hoy solo actúa con estas conexiones: ${props.limitNow}.`}</p>
        )}
        <ConnectionLimitTicks offered={connections} limit={props.limit} />
        <p class="hint">
          El acceso dura {grantTerms.days} días como máximo, y termina antes si pasan{" "}
          {grantTerms.idleDays} días sin uso. Puedes reducirlo o terminarlo cuando quieras en
          «Aplicaciones».
        </p>
        <div class="pair">
          <button type="submit" class="button" name="decision" value="permitir">
            Permitir lo marcado
          </button>
          <button type="submit" class="button plain" name="decision" value="rechazar">
            No dar acceso
          </button>
        </div>
      </Form>
    </Shell>
  );
}

/** A client chooses its name freely, but its host is verified. */
function WhoAsks({ client, redirectHost, isLoopback }: ConsentProps) {
  return (
    <section class={isLoopback ? "note calm" : "box"}>
      <dl class="facts">
        <dt>Aplicación</dt>
        <dd>
          {shownName(client.name)}{" "}
          <span class={client.verified ? "tag good" : "tag"}>
            {client.verified ? "verificada" : "sin verificar"}
          </span>
        </dd>
        <dt>De</dt>
        <dd>{client.host ?? "nadie que lo haya demostrado: eligió su nombre sola"}</dd>
        <dt>La respuesta va a</dt>
        <dd>
          <code>{redirectHost}</code>
        </dd>
      </dl>
      {isLoopback && (
        <p>
          <strong>Va a un programa de este computador.</strong> Sigue solo si tú acabas de abrirlo:
          cualquier programa puede usar ese nombre.
        </p>
      )}
    </section>
  );
}

const longestName = 80;

/** Untrusted, so never a link. */
export function shownName(name: string): string {
  const plain = plainText(name);
  if (plain === "") return "Aplicación sin nombre";
  return plain.length <= longestName ? plain : `${plain.slice(0, longestName - 1)}…`;
}
