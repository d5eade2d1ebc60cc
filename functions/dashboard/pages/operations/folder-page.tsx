import type { Child } from "hono/jsx";
import { todayInSantiago } from "#lib/chile/index.ts";
import { mostDownloads } from "#lib/contract/index.ts";
import type { ShownFolder } from "#lib/acts/folders/index.ts";
import type { Nav } from "../../request/page-request.ts";
import { deliveryText, folderName, folderReasonText } from "../../texts/folder-words.ts";
import { dateText, plainText } from "../../texts/words.ts";
import { FolderTag, folderPath, foldersPath } from "./folders-page.tsx";
import { Live } from "../parts/live.tsx";
import { Form, Note, Submit } from "../parts/parts.tsx";
import { Shell } from "../parts/shell.tsx";
import { When } from "../parts/when.tsx";

interface FolderProps {
  nav: Nav | null;
  organizationId: string;
  shown: ShownFolder;
  /** Null for people who may only look. */
  seal: ((path: string) => string) | null;
  now: Date;
  note?: Child;
}

type ManagerProps = FolderProps & { seal(path: string): string };

type State = ShownFolder["request"]["state"];
const moving: readonly State[] = ["pendiente", "generando", "inconclusa", "cerrando"];

export function FolderPage(props: FolderProps) {
  const { nav, organizationId, shown, seal, now, note } = props;
  const { request } = shown;
  const name = folderName(request.kind);
  return (
    <Shell title={name} nav={nav}>
      <p class="kicker">
        <a href={foldersPath(organizationId)}>Carpetas tributarias</a>
      </p>
      <h1>{name}</h1>
      {note}
      <Live id="carpeta" isFinal={!moving.includes(request.state)}>
        {request.state === "inconclusa" && <Inconclusive {...props} />}
        {request.state === "cerrando" && (
          <Note title="Todavía no se cierra" calm>
            <p>
              Nuestra copia ya no está. El portal aún no muestra que el destinatario perdió el
              acceso. Próximo intento: <When at={request.closeAgainAt} never="pronto" now={now} />.
            </p>
          </Note>
        )}
        <Facts {...props} />
      </Live>
      {seal !== null && (
        <>
          <Document {...props} seal={seal} />
          <Close {...props} seal={seal} />
          {shown.mayBeSetAside && <SetAside {...props} seal={seal} />}
        </>
      )}
    </Shell>
  );
}

function Inconclusive({ shown: { setAsideAt }, now }: FolderProps) {
  if (setAsideAt === null) {
    return (
      <Note title="No pidas otra" calm>
        <p>
          Se pidió y no sabemos si salió. Seguimos mirando la lista de la autoridad; otra puede
          dejar dos carpetas abiertas.
        </p>
      </Note>
    );
  }
  return (
    <Note title="Se puede pedir otra" calm>
      <p>
        No sabemos si esta salió. Alguien decidió seguir sin ella <When at={setAsideAt} now={now} />
        ; si aparece en la lista de la autoridad, se ve aquí y se puede cerrar.
      </p>
    </Note>
  );
}

const open: readonly State[] = ["lista", "entregada", "vencida", "cerrando"];

function Close({ organizationId, shown: { request }, seal, now }: ManagerProps) {
  const until = request.consultableUntil;
  const isOver = until !== null && todayInSantiago(now) > until;
  if (!open.includes(request.state) || isOver) return null;
  const path = `${folderPath(organizationId, request.id)}/cerrar`;
  return (
    <section class="part">
      <h2>Quitar el acceso</h2>
      <p>
        {request.state === "cerrando"
          ? "Probamos otra vez en un minuto, sin esperar el próximo intento."
          : "El destinatario deja de verla en el portal, y nuestra copia se destruye. No se puede deshacer."}
      </p>
      <Form action={path} seal={seal(path)}>
        {request.state === "cerrando" ? (
          <Submit kind="button plain">Probar ahora</Submit>
        ) : (
          <Submit kind="button danger">Cerrar la carpeta</Submit>
        )}
      </Form>
    </section>
  );
}

function SetAside({ organizationId, shown: { request }, seal }: ManagerProps) {
  const path = `${folderPath(organizationId, request.id)}/apartar`;
  return (
    <section class="part">
      <h2>Seguir sin ella</h2>
      <p>
        Pasó más de un día y no aparece en la lista de la autoridad. Puedes permitir que se pida
        otra, aunque no sabemos si esta salió. La seguimos buscando.
      </p>
      <Form action={path} seal={seal(path)}>
        <Submit kind="button danger">Permitir otra</Submit>
      </Form>
    </section>
  );
}

function Document({ organizationId, shown, seal }: ManagerProps) {
  const { request } = shown;
  const left = mostDownloads - request.downloads;
  const isHere = request.state === "lista" || request.state === "entregada";
  if (!isHere || request.documentBytes === null || left === 0) return null;
  const path = `${folderPath(organizationId, request.id)}/documento`;
  return (
    <section class="part">
      <h2>Documento</h2>
      <p>
        {left === 1 ? "Queda 1" : `Quedan ${left}`} de {mostDownloads} descargas, de todos juntos.
        Cada una queda en el registro.
      </p>
      <Form action={path} seal={seal(path)} download>
        <Submit>Descargar el PDF</Submit>
      </Form>
    </section>
  );
}

function Facts({ shown, now }: FolderProps) {
  const { request, company, asker } = shown;
  return (
    <dl class="facts">
      <dt>Estado</dt>
      <dd>
        <FolderTag state={request.state} />
      </dd>
      {request.reason !== null && (
        <>
          <dt>Por qué</dt>
          <dd>{folderReasonText(request.reason)}</dd>
        </>
      )}
      <dt>Empresa</dt>
      <dd>{plainText(company)}</dd>
      <dt>Para</dt>
      <dd>
        {plainText(request.recipient)}, {plainText(request.mail)}
      </dd>
      <dt>Se entrega</dt>
      <dd>{deliveryText(request.delivery)}</dd>
      <dt>Para qué</dt>
      <dd>{plainText(request.purpose)}</dd>
      <dt>La pidió</dt>
      <dd>{plainText(asker ?? "alguien que ya no participa")}</dd>
      <dt>Pedida</dt>
      <dd>
        <When at={request.createdAt} now={now} />
      </dd>
      <dt>Nuestra copia, hasta</dt>
      <dd>
        <When at={request.expiresAt} now={now} />
      </dd>
      <dt>El destinatario la mira, hasta</dt>
      <dd>{request.consultableUntil === null ? "–" : dateText(request.consultableUntil)}</dd>
      <dt>Código</dt>
      <dd>{request.code === null ? "–" : <code>{plainText(request.code)}</code>}</dd>
      <dt>Operación</dt>
      <dd>
        <code class="id">{request.operationId}</code>
      </dd>
    </dl>
  );
}
