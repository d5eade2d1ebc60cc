import type { Child } from "hono/jsx";
import { displaySigned } from "#lib/chile/index.ts";
import type { ShownPreparation } from "#lib/acts/documents/index.ts";
import type { Nav } from "../../request/page-request.ts";
import { referenceText, warningText } from "../../texts/document-words.ts";
import { documentName } from "../../texts/operation-words.ts";
import { seenDocument } from "../../texts/seen-document.ts";
import {
  dateText,
  hourText,
  numberText,
  plainText,
  rutText,
  unitPriceText,
} from "../../texts/words.ts";
import { confirmationsPath, Hour } from "./confirmations-page.tsx";
import { connectionsPath } from "../connections/connections-page.tsx";
import { List } from "../parts/list.tsx";
import { operationsPath } from "./operations-page.tsx";
import { Form, Note, Submit } from "../parts/parts.tsx";
import { Shell } from "../parts/shell.tsx";

interface ConfirmationProps {
  nav: Nav | null;
  organizationId: string;
  shown: ShownPreparation;
  /** For people who may decide, while it can be decided. */
  seals: { confirm: string; reject: string } | null;
  /** A note above the document, about what is shown now. */
  note?: Child;
}

const pesos = (amount: number): string => displaySigned(amount, "CLP");

export function ConfirmationPage({ nav, organizationId, shown, seals, note }: ConfirmationProps) {
  const { id, hash, asked, annuls, previewed } = shown;
  const path = `${confirmationsPath(organizationId)}/${id}`;
  const isOpen = shown.state === "waiting";
  const mayBeIssued = isOpen || shown.state === "confirmed";
  const name = documentName(previewed.tipoDte);
  return (
    <Shell title={`Confirmar ${name}`} nav={nav}>
      <p class="kicker">
        <a href={confirmationsPath(organizationId)}>Confirmaciones</a>
      </p>
      <h1>{name}</h1>
      {note}
      <Decided shown={shown} organizationId={organizationId} />
      {mayBeIssued && shown.isConnectionDisabled && (
        <Note title="Su conexión está deshabilitada" calm>
          <p>
            Mientras siga así, nadie puede emitirlo.{" "}
            <a href={`${connectionsPath(organizationId)}/${shown.connectionId}`}>Ver la conexión</a>
          </p>
        </Note>
      )}
      <Warnings shown={shown} />
      <section class="part">
        <h2>Lo que se pidió</h2>
        <Parties shown={shown} />
        {annuls !== null && (
          <div class="box">
            <h3>Anula un documento</h3>
            <p>
              {documentName(annuls.tipoDte)}, folio {annuls.folio}. Queda sin efecto, y no se puede
              volver atrás.
            </p>
          </div>
        )}
        {asked !== null && <Lines lines={asked.lineas} />}
      </section>
      <section class="part">
        <h2>{mayBeIssued ? "Lo que el portal va a emitir" : "Lo que el portal preparó"}</h2>
        <Totals shown={shown} />
        <details open={previewed.advertencias.length > 0}>
          <summary>Todos los campos, como los dejó el portal</summary>
          <dl class="facts">
            {Object.entries(previewed.normalizado).map(([field, value]) => (
              <>
                <dt>{plainText(field)}</dt>
                <dd>{plainText(value)}</dd>
              </>
            ))}
          </dl>
        </details>
      </section>
      {seals !== null && shown.state !== "consumed" && (
        <section class="part">
          <h2>{isOpen ? "Decide" : "Cambiar lo decidido"}</h2>
          {isOpen && (
            <>
              <p>
                Lo emitido no se puede deshacer. Al confirmar, quien tenga la referencia puede
                emitirlo hasta las <Hour at={shown.expiresAt} />.
              </p>
              <Form action={`${path}/confirmar`} seal={seals.confirm} considered>
                <input type="hidden" name="visto" value={hash} />
                <input type="hidden" name="documento" value={JSON.stringify(seenDocument(shown))} />
                <Submit>Confirmar la emisión</Submit>
              </Form>
            </>
          )}
          <Form action={`${path}/rechazar`} seal={seals.reject}>
            <Submit kind="button danger">Rechazar: que nadie lo emita</Submit>
          </Form>
        </section>
      )}
    </Shell>
  );
}

function Decided({ shown, organizationId }: Pick<ConfirmationProps, "shown" | "organizationId">) {
  const { state, expiresAt, confirmer, rejecter, askedAt } = shown;
  switch (state) {
    case "waiting":
      return askedAt === null ? null : (
        <p class="lead">
          Alguien quiere emitirlo y espera a una persona. Vence a las {hourText(expiresAt)}.
        </p>
      );
    case "confirmed":
      return (
        <p class="done">
          Lo confirmó {plainText(confirmer ?? "alguien que ya no participa")}. Quien tenga la
          referencia puede emitirlo hasta las {hourText(expiresAt)}.
        </p>
      );
    case "rejected":
      return (
        <Note title="Rechazado" calm>
          <p>
            Lo rechazó {plainText(rejecter ?? "alguien que ya no participa")}. Nadie lo emite,
            tampoco quien lo preparó.
          </p>
        </Note>
      );
    case "annulled":
      return (
        <Note title="Anulado" calm>
          <p>
            La clave, la aplicación o la persona que lo preparó ya no tiene acceso: nadie lo emite.
            Hay que prepararlo otra vez.
          </p>
        </Note>
      );
    case "expired":
      return (
        <Note title="Venció" calm>
          <p>Se podía emitir hasta las {hourText(expiresAt)}. Hay que prepararlo otra vez.</p>
        </Note>
      );
    case "consumed":
      return (
        <Note title="Ya se usó" calm>
          <p>
            Con esta preparación se hizo la operación{" "}
            <a href={`${operationsPath(organizationId)}/${shown.operationId}`}>
              {shown.operationId}
            </a>
            .
          </p>
        </Note>
      );
  }
}

function Warnings({ shown }: { shown: ShownPreparation }) {
  const { state, alike, isNewReceiver, previewed } = shown;
  if (alike.length === 0 && !isNewReceiver && previewed.advertencias.length === 0) return null;
  return (
    <section class="note calm">
      <h2>{state === "waiting" ? "Antes de confirmar, mira esto" : "Lo que convenía mirar"}</h2>
      <ul>
        {alike.map(({ id, folio }) => (
          <li>
            En las últimas 24 horas hubo otro igual: mismo tipo, receptor, fecha y total (
            {folio === null ? <code class="id">{id}</code> : `folio ${folio}`}).
          </li>
        ))}
        {isNewReceiver && (
          <li>
            Entre los documentos que hemos leído del portal no hay otro emitido a este receptor.
          </li>
        )}
        {previewed.advertencias.map((text) => (
          <li>{warningText(text)}</li>
        ))}
      </ul>
    </section>
  );
}

/** As requested: the portal may have cut it, or may write it differently. */
function Parties({ shown }: { shown: ShownPreparation }) {
  const { asked, rut } = shown;
  return (
    <dl class="facts">
      <dt>Emite</dt>
      <dd>
        {plainText(shown.company)}
        {rut !== null && (
          <>
            , RUT <span class="whole">{rutText(rut)}</span>
          </>
        )}
      </dd>
      {asked !== null && (
        <>
          <dt>Receptor</dt>
          <dd>{receiverText(asked.receptor)}</dd>
        </>
      )}
      {asked?.referencias.map((reference) => (
        <>
          <dt>Otro documento</dt>
          <dd>{referenceText(reference)}</dd>
        </>
      ))}
      <dt>Lo preparó</dt>
      <dd>{plainText(shown.asker ?? "alguien que ya no participa")}</dd>
      <dt>Referencia</dt>
      <dd>
        <code class="id">{shown.id}</code>
      </dd>
    </dl>
  );
}

function receiverText(receiver: Asked["receptor"]): string {
  if (receiver === null) return "sin nombre";
  return `${plainText(receiver.razonSocial)}, RUT ${rutText(receiver.rut)}`;
}

type Asked = NonNullable<ShownPreparation["asked"]>;

function Lines({ lines }: { lines: Asked["lineas"] }) {
  return (
    <List
      caption="Líneas"
      rows={lines}
      next={null}
      first={null}
      columns={[
        {
          head: "Qué",
          free: true,
          cell: ({ nombre, descripcion }) => (
            <>
              {plainText(nombre)}
              {descripcion !== undefined && <span class="hint">{plainText(descripcion)}</span>}
            </>
          ),
        },
        { head: "Cantidad", number: true, cell: ({ cantidad }) => numberText(cantidad) },
        {
          head: "Precio",
          number: true,
          cell: ({ precioUnitario }) => unitPriceText(precioUnitario),
        },
        {
          head: "Descuento",
          number: true,
          cell: ({ descuentoPct }) =>
            descuentoPct === undefined ? "–" : `${numberText(descuentoPct)} %`,
        },
      ]}
    />
  );
}

function Totals({ shown }: { shown: ShownPreparation }) {
  const { receptorRut, fechaEmision, totales } = shown.previewed;
  const { neto, exento, iva, total } = totales;
  return (
    <dl class="facts totals">
      <dt>Receptor</dt>
      <dd>{receptorRut === null ? "sin nombre" : `RUT ${rutText(receptorRut)}`}</dd>
      <dt>Fecha</dt>
      <dd>{dateText(fechaEmision)}</dd>
      <dt>Neto</dt>
      <dd>{pesos(neto)}</dd>
      <dt>Exento</dt>
      <dd>{pesos(exento)}</dd>
      <dt>IVA</dt>
      <dd>{pesos(iva)}</dd>
      <dt>Total</dt>
      <dd>
        <strong>{pesos(total)}</strong>
      </dd>
    </dl>
  );
}
