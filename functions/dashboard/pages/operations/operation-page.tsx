import { displaySigned } from "#lib/chile/index.ts";
import type { Child } from "hono/jsx";
import type { ShownOperation } from "#lib/acts/documents/index.ts";
import type { ReadReceipt } from "#lib/ledger/index.ts";
import type { Nav } from "../../request/page-request.ts";
import { documentName, proofText, signatureText, stepText } from "../../texts/operation-words.ts";
import { counted, plainText } from "../../texts/words.ts";
import { List } from "../parts/list.tsx";
import { Live } from "../parts/live.tsx";
import { operationPath, operationsPath, StateTag } from "./operations-page.tsx";
import { Form, Note, Submit } from "../parts/parts.tsx";
import { Copied } from "../parts/secret-page.tsx";
import { Shell } from "../parts/shell.tsx";
import { When } from "../parts/when.tsx";

/** What a person may request from a portal about it. */
export interface OperationOffers {
  pdf: boolean;
  look: boolean;
}

interface OperationProps {
  nav: Nav | null;
  organizationId: string;
  shown: ShownOperation;
  /** The receipt, once the operation has ended. */
  receipt: ReadReceipt | null;
  offers: OperationOffers;
  seal(path: string): string;
  now: Date;
  note?: Child;
}

const open: readonly ShownOperation["row"]["state"][] = ["queued", "running", "crossed", "unknown"];

export function OperationPage(props: OperationProps) {
  const { nav, organizationId, shown, receipt, offers, now, note } = props;
  const { row, evidence, tipoDte, acceptance } = shown;
  const path = operationPath(organizationId, row);
  const name = documentName(tipoDte);
  return (
    <Shell title={name} nav={nav}>
      <p class="kicker">
        <a href={operationsPath(organizationId)}>Emisiones</a>
      </p>
      <h1>{row.folio === null ? name : `${name} ${row.folio}`}</h1>
      {note}
      <Live id="emision" isFinal={!open.includes(row.state)}>
        {row.state === "unknown" && (
          <Note title="No la repitas" calm>
            <p>
              Se envió y no sabemos si salió. Volvemos a mirar la lista de la autoridad{" "}
              {row.lookAgainAt !== null && "el "}
              <When at={row.lookAgainAt} never="hasta saberlo" now={now} />; repetirla puede dejar
              dos documentos.
            </p>
          </Note>
        )}
        {acceptance === "rechazado" && (
          <Note title="La autoridad lo rechazó">
            <p>
              No vale, y su folio ya no se usa. Corrige lo que haga falta y emite otro documento,
              con otra vista previa.
            </p>
          </Note>
        )}
        <Facts shown={shown} now={now} />
        {offers.pdf && (
          <p>
            <a class="button plain" href={`${path}/documento.pdf`}>
              Descargar el PDF
            </a>
          </p>
        )}
        <List
          caption="Pasos, y lo que se vio"
          rows={evidence}
          next={null}
          first={null}
          columns={[
            { head: "Paso", cell: ({ step }) => stepText(step) },
            { head: "Se vio", cell: ({ found }) => foundText(found) },
            { head: "Cuándo", cell: ({ at }) => <When at={at} /> },
          ]}
        />
        {row.receipt !== null && receipt !== null && (
          <Receipt text={row.receipt} read={receipt} file={`${path}/recibo.json`} />
        )}
      </Live>
      {offers.look && <Reconcile {...props} path={`${path}/reconciliar`} />}
    </Shell>
  );
}

function Reconcile({ seal, path }: OperationProps & { path: string }) {
  return (
    <section class="part">
      <h2>Mirar ahora</h2>
      <p>
        Busca el documento en la lista de la autoridad, por tipo, receptor, fecha y total. No envía
        nada. Puede tardar medio minuto.
      </p>
      <Form action={path} seal={seal(path)}>
        <Submit>Mirar la lista</Submit>
      </Form>
    </section>
  );
}

function Receipt({ text, read, file }: { text: string; read: ReadReceipt; file: string }) {
  const signature = signatureText(read);
  return (
    <section class="part">
      <h2>Recibo</h2>
      <dl class="facts">
        <dt>Firma</dt>
        <dd>
          <span class={`tag ${signature.kind}`}>{signature.text}</span>
          {read.kind !== "not_signed" && (
            <>
              {" "}
              llave <code>{plainText(read.kid)}</code>
            </>
          )}
        </dd>
        {read.kind !== "not_signed" && (
          <>
            <dt>Cómo se sabe</dt>
            <dd>{proofText(read.claims.prueba)}</dd>
          </>
        )}
      </dl>
      <Copied label="Recibo firmado" text={text} />
      <p>
        <a class="button plain" href={file}>
          Descargar el recibo (JSON)
        </a>
      </p>
    </section>
  );
}

function Facts({ shown, now }: Pick<OperationProps, "shown" | "now">) {
  const { row, acceptance, totals, company, asker, confirmer } = shown;
  return (
    <dl class="facts">
      <dt>Estado</dt>
      <dd>
        <StateTag state={row.state} acceptance={acceptance} />
      </dd>
      <dt>Empresa</dt>
      <dd>{plainText(company)}</dd>
      <dt>Total</dt>
      <dd>{totals === null ? "–" : displaySigned(totals.total, "CLP")}</dd>
      <dt>La pidió</dt>
      <dd>{plainText(asker ?? "alguien que ya no participa")}</dd>
      {confirmer !== null && (
        <>
          <dt>La confirmó</dt>
          <dd>{plainText(confirmer)}</dd>
        </>
      )}
      <dt>Pedida</dt>
      <dd>
        <When at={row.createdAt} now={now} />
      </dd>
      <dt>Enviada</dt>
      <dd>
        <When at={row.barrierAt} never="no se envió" />
      </dd>
      <dt>Operación</dt>
      <dd>
        <code class="id">{row.id}</code>
      </dd>
    </dl>
  );
}

function foundText(found: ShownOperation["evidence"][number]["found"]): string {
  if (found === null) return "–";
  if ("folio" in found) return `el portal respondió el folio ${found.folio}`;
  if ("name" in found) return `el portal respondió ${found.name}`;
  if ("refused" in found) return "el portal lo rechazó";
  const { listed, matching, candidates } = found;
  return `${listed} en la lista, ${counted(matching, "calza", "calzan")}, ${candidates} por asignar`;
}
