import { displaySigned } from "#lib/chile/index.ts";
import type { WaitingPreparation } from "#lib/acts/documents/index.ts";
import { preparationMinutes } from "#lib/ledger/index.ts";
import type { Nav } from "../../request/page-request.ts";
import { documentName } from "../../texts/operation-words.ts";
import { hourText, plainText } from "../../texts/words.ts";
import { Empty, List } from "../parts/list.tsx";
import { Live } from "../parts/live.tsx";
import { Shell } from "../parts/shell.tsx";

interface ConfirmationsProps {
  nav: Nav | null;
  organizationId: string;
  waiting: readonly WaitingPreparation[];
  /** How many wait for a person, on all pages together. */
  asked: number;
  /** The next page of the list, and the first one if this is another. */
  next: string | null;
  first: string | null;
}

export const confirmationsPath = (organizationId: string): string =>
  `/dashboard/${organizationId}/confirmaciones`;

export function ConfirmationsPage(props: ConfirmationsProps) {
  const { nav, organizationId, waiting, asked, next, first } = props;
  return (
    <Shell title="Confirmaciones" nav={nav}>
      <h1>Confirmaciones</h1>
      <p class="lead">
        Documentos preparados que todavía se pueden emitir. Los que alguien quiere emitir y esperan
        a una persona van primero.
      </p>
      <Live id="documentos" isFinal={false} says={countText(asked)}>
        {waiting.length === 0 && first === null ? (
          <Empty title="Nada espera">
            <p>
              Un documento preparado se puede confirmar y emitir por {preparationMinutes} minutos.
            </p>
          </Empty>
        ) : (
          <List
            caption="Documentos preparados"
            rows={waiting}
            next={next}
            first={first}
            columns={[
              {
                head: "Documento",
                cell: ({ id, tipoDte }) => (
                  <a href={`${confirmationsPath(organizationId)}/${id}`}>{documentName(tipoDte)}</a>
                ),
              },
              { head: "Empresa", free: true, cell: ({ company }) => plainText(company) },
              {
                head: "Total",
                number: true,
                cell: ({ totals }) => (totals === null ? "–" : displaySigned(totals.total, "CLP")),
              },
              {
                head: "Lo preparó",
                free: true,
                cell: ({ asker }) => plainText(asker ?? "alguien que ya no está"),
              },
              { head: "Estado", cell: (one) => <State one={one} /> },
              { head: "Vence", cell: ({ expiresAt }) => <Hour at={expiresAt} /> },
            ]}
          />
        )}
      </Live>
    </Shell>
  );
}

const isAsked = ({ askedAt, isConfirmed }: WaitingPreparation): boolean =>
  askedAt !== null && !isConfirmed;

function countText(asked: number): string {
  if (asked === 0) return "Nadie espera una confirmación.";
  return asked === 1 ? "Un documento espera." : `${asked} documentos esperan.`;
}

function State({ one }: { one: WaitingPreparation }) {
  if (one.isConfirmed) return <span class="tag good">confirmado</span>;
  return isAsked(one) ? <span class="tag warn">espera a una persona</span> : <>preparado</>;
}

export function Hour({ at }: { at: Date }) {
  return <time datetime={at.toISOString()}>{hourText(at)}</time>;
}
