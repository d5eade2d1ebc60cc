import { html } from "hono/html";
import { companyStrip, type Html } from "../page.ts";
import { dotted, printedDay } from "../words.ts";
import { annulmentCauses, type AnnulmentMode } from "./annulment.ts";
import { scriptForm } from "./form-script.ts";
import { printedRutOf } from "./list-entries.ts";
import type { FeeReceiptNow } from "./receipt.ts";
import { assigned, script } from "./script.ts";

export function folioPage(base: string, company: string): Html {
  return html`${companyStrip(company)}
    <h1>Anulación de boletas emitidas</h1>
    ${scriptForm({
      name: "busqueda",
      target: `${base}/honorarios/anular/confirmar`,
      parts: [{ kind: "box", name: "num_boleta", label: "N° de boleta", length: 10 }],
      button: "Buscar",
    })}`;
}

interface ShownAnnulment {
  id: string;
  company: string;
  receipt: FeeReceiptNow;
  mode: AnnulmentMode;
  until: string;
}

const modeCodes: Record<AnnulmentMode, string> = { immediate: "1", by_receiver: "2" };

export function annulmentPage(base: string, shown: ShownAnnulment): Html {
  const { id, company, receipt, mode, until } = shown;
  const { number, digit } = printedRutOf(receipt);
  const data = [
    ["nroboleta", receipt.folio],
    ["fecha", printedDay(receipt.day)],
    ["rut_destinatario", number],
    ["dv_destinatario", digit],
    ["nombre_destinatario", receipt.name],
    ["total_honorarios", dotted(receipt.gross)],
    ["modalidad", modeCodes[mode]],
    ["plazo", printedDay(until)],
  ] as const;
  return html`${companyStrip(company)}
    <h1>Confirmación de la anulación</h1>
    ${script("var anulacion = {};", assigned("anulacion", data))}
    <p class="aviso" id="condiciones">
      ${
        mode === "immediate"
          ? "La boleta quedará anulada de inmediato."
          : `La anulación debe ser confirmada por el destinatario hasta el ${printedDay(until)}. Mientras no lo haga, la boleta sigue vigente, y la retención y el pago provisional deben enterarse.`
      }
    </p>
    ${scriptForm({
      name: "anulacion",
      target: `${base}/honorarios/anular/aceptar`,
      parts: [
        { kind: "hidden", name: "num_solicitud", value: id },
        {
          kind: "list",
          name: "cod_causa",
          label: "Causa",
          options: Object.entries(annulmentCauses),
        },
      ],
      button: mode === "immediate" ? "Anular boleta" : "Solicitar anulación",
    })}`;
}

export function annulledPage(company: string, folio: number, mode: AnnulmentMode): Html {
  return html`${companyStrip(company)}
    <h1>Anulación de boletas emitidas</h1>
    <p id="resultado">
      ${
        mode === "immediate"
          ? `La boleta N° ${folio} ha sido anulada.`
          : `Se ha enviado al destinatario la solicitud de anulación de la boleta N° ${folio}.`
      }
    </p>`;
}
