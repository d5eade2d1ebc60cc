import { displaySigned } from "#lib/chile/index.ts";
import type { OperationLine } from "#lib/acts/documents/index.ts";
import type { Nav } from "../../request/page-request.ts";
import { documentName, operationFilters, stateText } from "../../texts/operation-words.ts";
import { plainText } from "../../texts/words.ts";
import { Empty, Filters, List } from "../parts/list.tsx";
import { Select } from "../parts/parts.tsx";
import { Shell } from "../parts/shell.tsx";
import { When } from "../parts/when.tsx";

interface OperationsProps {
  nav: Nav | null;
  organizationId: string;
  /** Operations with an unknown outcome. */
  unknown: readonly OperationLine[];
  operations: readonly OperationLine[];
  list: { clear: string; isFiltered: boolean; first: string | null };
  next: string | null;
  filter: string;
  now: Date;
}

export const operationsPath = (organizationId: string): string =>
  `/dashboard/${organizationId}/emisiones`;

export const operationPath = (organizationId: string, { id }: Pick<OperationLine, "id">): string =>
  `${operationsPath(organizationId)}/${encodeURIComponent(id)}`;

export function OperationsPage(props: OperationsProps) {
  const { nav, organizationId, unknown, operations, list, next, filter, now } = props;
  const columns = columnsFor(organizationId, now);
  const isEmpty = unknown.length + operations.length === 0;
  return (
    <Shell title="Emisiones" nav={nav}>
      <h1>Emisiones</h1>
      <Filters action={list.clear} isFiltered={list.isFiltered}>
        <Select
          name="estado"
          label="Estado"
          value={filter}
          any="Todos"
          options={Object.entries(operationFilters).map(([value, { label }]) => ({ value, label }))}
        />
      </Filters>
      {unknown.length > 0 && (
        <section class="note calm">
          <h2>No se sabe si salieron: no las repitas</h2>
          <p>
            Seguimos mirando la lista de la autoridad. Emitirlas otra vez puede dejar dos
            documentos.
          </p>
          <List
            caption="Sin resultado conocido"
            rows={unknown}
            next={null}
            first={null}
            columns={[
              ...columns,
              {
                head: "Miramos otra vez",
                cell: ({ lookAgainAt }) => <When at={lookAgainAt} never="al cerrar" now={now} />,
              },
            ]}
          />
        </section>
      )}
      {operations.length > 0 && (
        <List
          caption="Emisiones"
          rows={operations}
          next={next}
          first={list.first}
          columns={columns}
        />
      )}
      {isEmpty && list.isFiltered && <Empty title="Ninguna emisión calza" clear={list.clear} />}
      {isEmpty && !list.isFiltered && (
        <Empty title="Ninguna emisión todavía">
          <p>Un documento se prepara, se confirma y se emite por un agente o por tu programa.</p>
        </Empty>
      )}
    </Shell>
  );
}

function columnsFor(organizationId: string, now: Date) {
  return [
    {
      head: "Documento",
      cell: (line: OperationLine) => (
        <a href={operationPath(organizationId, line)}>
          {documentName(line.tipoDte)}
          {line.folio !== null && ` ${line.folio}`}
        </a>
      ),
    },
    { head: "Estado", cell: (line: OperationLine) => <StateTag {...line} /> },
    { head: "Empresa", free: true, cell: ({ company }: OperationLine) => plainText(company) },
    {
      head: "Total",
      number: true,
      cell: ({ total }: OperationLine) => (total === null ? "–" : displaySigned(total, "CLP")),
    },
    {
      head: "La pidió",
      free: true,
      cell: ({ asker }: OperationLine) => plainText(asker ?? "alguien que ya no está"),
    },
    { head: "Cuándo", cell: ({ createdAt }: OperationLine) => <When at={createdAt} now={now} /> },
  ];
}

export function StateTag({ state, acceptance }: Pick<OperationLine, "acceptance" | "state">) {
  const { text, kind } = stateText(state, acceptance);
  return <span class={kind === "" ? "tag" : `tag ${kind}`}>{text}</span>;
}
