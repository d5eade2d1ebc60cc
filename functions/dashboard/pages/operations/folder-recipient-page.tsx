import type { Child } from "hono/jsx";
import type { FolderSettings } from "#lib/acts/folders/index.ts";
import type { Nav } from "../../request/page-request.ts";
import { deliveryText } from "../../texts/folder-words.ts";
import { plainText } from "../../texts/words.ts";
import { foldersPath, recipientPath } from "./folders-page.tsx";
import { Form, Submit } from "../parts/parts.tsx";
import { Shell } from "../parts/shell.tsx";
import { When } from "../parts/when.tsx";

interface RecipientProps {
  nav: Nav | null;
  organizationId: string;
  settings: FolderSettings;
  /** Null for people who may only look. */
  seal: ((path: string) => string) | null;
  now: Date;
  note?: Child;
}

/** Whether folders are generated, and for whom; a person decides this, never an agent. */
export function FolderRecipientPage(props: RecipientProps) {
  const { nav, organizationId, settings, seal, note } = props;
  const { on, confirmed, proposed } = settings;
  const path = recipientPath(organizationId);
  return (
    <Shell title="Destinatario de las carpetas" nav={nav}>
      <p class="kicker">
        <a href={foldersPath(organizationId)}>Carpetas tributarias</a>
      </p>
      <h1>Destinatario de las carpetas</h1>
      <p class="lead">
        La carpeta tributaria muestra los impuestos, las rentas y los bienes de la empresa. Va solo
        a quien confirmas aquí.
      </p>
      {note}
      <section class="part">
        <h2>Permiso</h2>
        <p>
          {on
            ? "Agentes y programas con permiso pueden pedir carpetas."
            : "Nadie puede pedir carpetas."}
        </p>
        {seal !== null && (
          <Form action={`${path}/permiso`} seal={seal(`${path}/permiso`)}>
            <input type="hidden" name="permitir" value={on ? "no" : "si"} />
            <Submit kind={on ? "button plain" : "button"}>
              {on ? "No permitirlas más" : "Permitir carpetas"}
            </Submit>
          </Form>
        )}
      </section>
      {proposed !== null && (
        <section class="part">
          <h2>{seal === null ? "Espera a un dueño o administrador" : "Espera tu confirmación"}</h2>
          <Recipient row={proposed} {...props} />
          <Proposal settings={settings} path={path} seal={seal} revision={proposed.revision} />
        </section>
      )}
      <section class="part">
        <h2>Destinatario confirmado</h2>
        {confirmed === null ? (
          <p>Todavía ninguno.</p>
        ) : (
          <>
            <Recipient row={confirmed} {...props} />
            {seal !== null && (
              <>
                <p>
                  Si lo quitas, nadie puede pedir carpetas hasta que confirmes otro. Las que ya
                  recibió las sigue viendo: se cierran una por una.
                </p>
                <Form action={`${path}/quitar`} seal={seal(`${path}/quitar`)}>
                  <input type="hidden" name="revision" value={String(confirmed.revision)} />
                  <Submit kind="button danger">Quitar el destinatario</Submit>
                </Form>
              </>
            )}
          </>
        )}
      </section>
    </Shell>
  );
}

interface ProposalProps extends Pick<RecipientProps, "settings" | "seal"> {
  path: string;
  revision: number;
}

function Proposal({ settings, path, seal, revision }: ProposalProps) {
  const proposer = plainText(settings.proposer ?? "alguien que ya no participa");
  if (seal === null) return <p>Lo propuso {proposer}.</p>;
  return (
    <>
      <p>Lo propuso {proposer}. Confírmalo solo si sabes quién es: verá la carpeta por 90 días.</p>
      <Form action={`${path}/confirmar`} seal={seal(`${path}/confirmar`)} considered>
        <input type="hidden" name="revision" value={String(revision)} />
        <Submit>Confirmar el destinatario</Submit>
      </Form>
      <Form action={`${path}/rechazar`} seal={seal(`${path}/rechazar`)}>
        <input type="hidden" name="revision" value={String(revision)} />
        <Submit kind="button danger">Rechazarlo</Submit>
      </Form>
    </>
  );
}

type Row = NonNullable<FolderSettings["confirmed"]>;

function Recipient({ row, now }: RecipientProps & { row: Row }) {
  return (
    <dl class="facts">
      <dt>Nombre</dt>
      <dd>{plainText(row.name)}</dd>
      <dt>Correo</dt>
      <dd>{plainText(row.mail)}</dd>
      <dt>Se entrega</dt>
      <dd>{deliveryText(row.delivery)}</dd>
      <dt>{row.confirmedAt === null ? "Propuesto" : "Confirmado"}</dt>
      <dd>
        <When at={row.confirmedAt ?? row.createdAt} now={now} />
      </dd>
    </dl>
  );
}
