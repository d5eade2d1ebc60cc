import { displaySigned } from "#lib/chile/index.ts";
import { feeRequestStates, type FeeRequestState } from "#lib/acts/fee-receipts/index.ts";
import type { RequestLine } from "#lib/acts/fee-receipts/index.ts";
import type { Nav } from "../../request/page-request.ts";
import { requestStateText } from "../../texts/fee-receipt-words.ts";
import { plainText, rutText } from "../../texts/words.ts";
import { feeReceiptLimitsPath } from "./fee-receipt-limits-page.tsx";
import { ListPage } from "../parts/list-page.tsx";
import { List } from "../parts/list.tsx";
import { Select } from "../parts/parts.tsx";
import { When } from "../parts/when.tsx";

interface FeeReceiptsProps {
  nav: Nav | null;
  organizationId: string;
  requests: readonly RequestLine[];
  list: { clear: string; isFiltered: boolean; first: string | null };
  next: string | null;
  filter: { estado: string; tipo: string };
  /** Whether the person may set what is issued. */
  isManager: boolean;
  now: Date;
}

export const feeReceiptsPath = (organizationId: string): string =>
  `/dashboard/${organizationId}/honorarios`;

export const feeReceiptPath = (organizationId: string, solicitudId: string): string =>
  `${feeReceiptsPath(organizationId)}/${encodeURIComponent(solicitudId)}`;

export function FeeReceiptsPage(props: FeeReceiptsProps) {
  const { nav, organizationId, requests, list, next, filter, isManager, now } = props;
  return (
    <ListPage
      title="Honorarios"
      lead="Las boletas de honorarios que se pidieron aquí, y las anulaciones. Las que se hicieron en el portal no están en esta lista."
      nav={nav}
      path={list.clear}
      isFiltered={list.isFiltered}
      isEmpty={requests.length === 0}
      noneFits="Ninguna solicitud calza"
      noneYet={{
        title: "Ninguna boleta todavía",
        text: "Un agente o tu programa las pide, dentro de los límites que pongan los dueños.",
      }}
      before={
        isManager && (
          <p>
            <a class="button plain" href={feeReceiptLimitsPath(organizationId)}>
              Límites
            </a>
          </p>
        )
      }
      filters={
        <>
          <Select
            name="estado"
            label="Estado"
            value={filter.estado}
            any="Todos"
            options={feeRequestStates.map((value) => ({
              value,
              label: requestStateText(value).text,
            }))}
          />
          <Select
            name="tipo"
            label="Qué se pidió"
            value={filter.tipo}
            any="Todo"
            options={[
              { value: "emision", label: "Emitir" },
              { value: "anulacion", label: "Anular" },
            ]}
          />
        </>
      }
    >
      <List
        caption="Solicitudes"
        rows={requests}
        next={next}
        first={list.first}
        columns={[
          {
            head: "Referencia",
            cell: ({ solicitudId, referencia, tipo }) => (
              <a href={feeReceiptPath(organizationId, solicitudId)}>
                {tipo === "anulacion" && "Anular "}
                {plainText(referencia)}
              </a>
            ),
          },
          { head: "Estado", cell: ({ state }) => <RequestTag state={state} /> },
          {
            head: "Receptor",
            number: true,
            cell: ({ rutReceptor }) => rutText(rutReceptor ?? "–"),
          },
          { head: "Folio", number: true, cell: ({ folio }) => folio ?? "–" },
          { head: "Bruto", number: true, cell: ({ bruto }) => displaySigned(bruto, "CLP") },
          { head: "Pedida", cell: ({ creadaEn }) => <When at={new Date(creadaEn)} now={now} /> },
        ]}
      />
    </ListPage>
  );
}

export function RequestTag({ state }: { state: FeeRequestState }) {
  const { text, kind } = requestStateText(state);
  return <span class={kind === "" ? "tag" : `tag ${kind}`}>{text}</span>;
}
