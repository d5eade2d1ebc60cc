import type { Nav } from "../frame/page-request.ts";
import { Form, Submit, versionField } from "./parts.tsx";
import { Shell } from "./shell.tsx";

interface ConflictProps {
  nav: Nav | null;
  /** What was edited. */
  title: string;
  /** Its values: as they are by now, and as they were to be. */
  values: readonly { label: string; now: string; yours: string }[];
  /** The page that it is edited on. */
  back: string;
  /** Sends what was typed once more, on top of what is there by now. */
  again: { action: string; seal: string; version: string; fields: URLSearchParams };
}

/** Somebody else changed it meanwhile: both values, and nobody's is lost without a word. Status 409. */
export function ConflictPage({ nav, title, values, back, again }: ConflictProps) {
  const { action, seal, version, fields } = again;
  const typed = [...fields].filter(([name]) => name !== versionField);
  return (
    <Shell title="Cambió mientras editabas" nav={nav}>
      <p class="kicker">{title}</p>
      <h1>Cambió mientras editabas</h1>
      <p class="lead">Alguien lo cambió después de que abriste la página. No guardamos lo tuyo.</p>
      <table class="list" role="table">
        <caption>Lo que hay ahora y lo que ibas a guardar</caption>
        <thead role="rowgroup">
          <tr role="row">
            <th scope="col" role="columnheader">
              Dato
            </th>
            <th scope="col" role="columnheader">
              Ahora
            </th>
            <th scope="col" role="columnheader">
              Lo tuyo
            </th>
          </tr>
        </thead>
        <tbody role="rowgroup">
          {values.map(({ label, now, yours }) => (
            <tr role="row" {...(now !== yours && { class: "differs" })}>
              <th scope="row" role="rowheader">
                {label}
              </th>
              <td role="cell" data-head="Ahora">
                <div>{now}</div>
              </td>
              <td role="cell" data-head="Lo tuyo">
                <div>{yours}</div>
              </td>
            </tr>
          ))}
        </tbody>
      </table>
      <Form action={action} seal={seal}>
        <input type="hidden" name={versionField} value={version} />
        {typed.map(([name, value]) => (
          <input type="hidden" name={name} value={value} />
        ))}
        <div class="pair">
          <Submit>Guardar lo mío</Submit>
          <a class="button plain" href={back}>
            Dejar lo que hay
          </a>
        </div>
      </Form>
    </Shell>
  );
}
