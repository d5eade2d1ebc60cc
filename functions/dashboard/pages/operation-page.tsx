import { displaySigned } from "#lib/chile/index.ts";
import type { ShownOperation } from "#lib/emissions/index.ts";
import type { Nav } from "../frame/page-request.ts";
import { plainText } from "../texts/words.ts";
import { documentName } from "./confirmations-page.tsx";
import { List } from "./list.tsx";
import { Live } from "./live.tsx";
import { operationsPath, StateTag } from "./operations-page.tsx";
import { Note } from "./parts.tsx";
import { Copied } from "./secret-page.tsx";
import { Shell } from "./shell.tsx";
import { When } from "./when.tsx";

interface OperationProps {
  nav: Nav | null;
  organizationId: string;
  shown: ShownOperation;
  now: Date;
}

const open: readonly ShownOperation["row"]["state"][] = ["queued", "running", "crossed", "unknown"];

export function OperationPage({ nav, organizationId, shown, now }: OperationProps) {
  const { row, evidence } = shown;
  const name = documentName(row.tipoDte);
  return (
    <Shell title={name} nav={nav}>
      <p class="kicker">
        <a href={operationsPath(organizationId)}>Emisiones</a>
      </p>
      <h1>{row.folio === null ? name : `${name} ${row.folio}`}</h1>
      <Live id="emision" isFinal={!open.includes(row.state)}>
        {row.state === "unknown" && (
          <Note title="No la repitas" calm>
            <p>
              Se envió y no sabemos si salió. Volvemos a mirar la lista de la autoridad{" "}
              <When at={row.lookAgainAt} never="hasta saberlo" now={now} />; repetirla puede dejar
              dos documentos.
            </p>
          </Note>
        )}
        <Facts shown={shown} now={now} />
        <List
          caption="Pasos, y lo que se vio"
          rows={evidence}
          next={null}
          first={null}
          columns={[
            { head: "Paso", cell: ({ step }) => <code>{step}</code> },
            { head: "Se vio", cell: ({ found }) => foundText(found) },
            { head: "Cuándo", cell: ({ at }) => <When at={at} /> },
          ]}
        />
      </Live>
      {row.receipt !== null && <Copied label="Recibo" text={row.receipt} />}
    </Shell>
  );
}

function Facts({ shown, now }: Pick<OperationProps, "shown" | "now">) {
  const { row, totals, company, asker, confirmer } = shown;
  return (
    <dl class="facts">
      <dt>Estado</dt>
      <dd>
        <StateTag state={row.state} />
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
  if ("refused" in found) return "el portal lo rechazó";
  const { listed, matching, candidates } = found;
  return `${listed} en la lista, ${matching} calzan, ${candidates} por asignar`;
}
