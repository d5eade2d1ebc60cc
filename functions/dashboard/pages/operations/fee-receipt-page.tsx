import type { Child } from "hono/jsx";
import { displaySigned } from "#lib/chile/index.ts";
import type { ShownRequest } from "#lib/acts/fee-receipts/index.ts";
import type { Nav } from "../../request/page-request.ts";
import { reasonText } from "../../texts/fee-receipt-words.ts";
import { dateText, plainText, rutText } from "../../texts/words.ts";
import { feeReceiptPath, feeReceiptsPath, RequestTag } from "./fee-receipts-page.tsx";
import { Live } from "../parts/live.tsx";
import { Form, Note, Submit } from "../parts/parts.tsx";
import { Shell } from "../parts/shell.tsx";
import { When } from "../parts/when.tsx";

interface FeeReceiptProps {
  nav: Nav | null;
  organizationId: string;
  request: ShownRequest;
  /** False while the organization waits for its deletion, because no portal is used then. */
  isLeaving: boolean;
  /** Whether the person also sees other people's requests. */
  isManager: boolean;
  seal(path: string): string;
  now: Date;
  note?: Child;
}

export function FeeReceiptPage(props: FeeReceiptProps) {
  const { nav, organizationId, request, isLeaving, note } = props;
  const { solicitudId, referencia, state, tipo, folio } = request;
  const path = feeReceiptPath(organizationId, solicitudId);
  const title = `${tipo === "anulacion" ? "Anulación de " : ""}${plainText(referencia)}`;
  const isOpen = state === "pending" || state === "processing" || state === "inconclusive";
  return (
    <Shell title={title} nav={nav}>
      <p class="kicker">
        <a href={feeReceiptsPath(organizationId)}>Honorarios</a>
      </p>
      <h1>{title}</h1>
      {note}
      <Live id="honorario" isFinal={!isOpen}>
        {state === "inconclusive" && (
          <Note title="No la repitas" calm>
            <p>
              Se envió y no sabemos si salió. Seguimos mirando la lista de la autoridad; pedirla con
              otra referencia puede dejar dos boletas.
            </p>
          </Note>
        )}
        <Facts {...props} />
        {folio !== null && tipo === "emision" && !isLeaving && (
          <p>
            <a class="button plain" href={`${path}/documento.pdf`}>
              Descargar el PDF
            </a>
          </p>
        )}
      </Live>
      {state === "inconclusive" && !isLeaving && <LookNow {...props} path={`${path}/mirar`} />}
    </Shell>
  );
}

function LookNow({ seal, path }: FeeReceiptProps & { path: string }) {
  return (
    <section class="part">
      <h2>Mirar ahora</h2>
      <p>
        Busca la boleta en la lista del mes, por receptor, fecha y monto. No envía nada. Puede
        tardar medio minuto.
      </p>
      <Form action={path} seal={seal(path)}>
        <Submit>Mirar la lista</Submit>
      </Form>
    </section>
  );
}

function Facts({ organizationId, request, isManager, now }: FeeReceiptProps) {
  const { motivo, seEnvio, bruto, retencion, liquido, asker, anulacion, codigoBarras } = request;
  const { plazoHasta, receiptId } = request;
  return (
    <dl class="facts">
      <dt>Estado</dt>
      <dd>
        <RequestTag state={request.state} />
      </dd>
      {motivo !== null && (
        <>
          <dt>Por qué</dt>
          <dd>{reasonText(motivo)}</dd>
        </>
      )}
      <dt>Llegó a la autoridad</dt>
      <dd>{seEnvio ? "se envió" : "no se envió nada"}</dd>
      <dt>Receptor</dt>
      <dd>{rutText(request.rutReceptor ?? "–")}</dd>
      <dt>Fecha</dt>
      <dd>{dateText(request.fecha)}</dd>
      <dt>Bruto</dt>
      <dd>{displaySigned(bruto, "CLP")}</dd>
      <dt>Retención</dt>
      <dd>{displaySigned(retencion, "CLP")}</dd>
      <dt>Líquido</dt>
      <dd>{displaySigned(liquido, "CLP")}</dd>
      {request.folio !== null && (
        <>
          <dt>Folio</dt>
          <dd>{request.folio}</dd>
        </>
      )}
      {codigoBarras !== null && (
        <>
          <dt>Código de barras</dt>
          <dd>
            <code class="id">{plainText(codigoBarras)}</code>
          </dd>
        </>
      )}
      {plazoHasta !== null && (
        <>
          <dt>El receptor responde, hasta</dt>
          <dd>{dateText(plazoHasta)}</dd>
        </>
      )}
      {receiptId !== null && (
        <>
          <dt>Boleta</dt>
          <dd>
            <a href={feeReceiptPath(organizationId, receiptId)}>ver la boleta</a>
          </dd>
        </>
      )}
      {anulacion !== null && (
        <>
          <dt>Anulación</dt>
          <dd>
            <RequestTag state={anulacion.state} />{" "}
            {isManager && anulacion.solicitudId !== null && (
              <a href={feeReceiptPath(organizationId, anulacion.solicitudId)}>ver la anulación</a>
            )}
          </dd>
        </>
      )}
      <dt>La pidió</dt>
      <dd>{plainText(asker ?? "alguien que ya no está")}</dd>
      <dt>Pedida</dt>
      <dd>
        <When at={new Date(request.creadaEn)} now={now} />
      </dd>
      <dt>Operación</dt>
      <dd>
        <code class="id">{request.operacionId}</code>
      </dd>
    </dl>
  );
}
