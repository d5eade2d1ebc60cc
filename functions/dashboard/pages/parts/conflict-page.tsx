import type { Nav } from "../../request/page-request.ts";
import { plainText } from "../../texts/words.ts";
import { Form, Submit, versionField } from "./parts.tsx";
import { Shell } from "./shell.tsx";
import { type TwoValues, TwoValuesTable } from "./two-values.tsx";

interface ConflictProps {
  nav: Nav | null;
  /** The thing that was edited. */
  title: string;
  /** Its current values, and those that were typed. */
  values: readonly TwoValues[];
  /** The page where it is edited. */
  back: string;
  /** Sends the typed values again, based on the current ones. */
  again: { action: string; seal: string; version: string; fields: URLSearchParams };
}

/** The ticked values of one name, as its form sends them. */
export function formOf(name: string, values: readonly string[]): URLSearchParams {
  return new URLSearchParams(values.map((value): [string, string] => [name, value]));
}

/** Somebody else changed it meanwhile: shows both values, so that neither is silently lost. Status 409. */
export function ConflictPage({ nav, title, values, back, again }: ConflictProps) {
  const { action, seal, version, fields } = again;
  const typed = [...fields].filter(([name]) => name !== versionField);
  return (
    <Shell title="Cambió mientras editabas" nav={nav}>
      <p class="kicker">{plainText(title)}</p>
      <h1>Cambió mientras editabas</h1>
      <p class="lead">Alguien lo cambió después de que abriste la página. No guardamos lo tuyo.</p>
      <TwoValuesTable
        values={values}
        caption="Lo que hay ahora y lo que ibas a guardar"
        yours="Lo tuyo"
      />
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
