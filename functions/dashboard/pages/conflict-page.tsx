import type { Nav } from "../frame/page-request.ts";
import { plainText } from "../texts/words.ts";
import { Form, Submit, versionField } from "./parts.tsx";
import { Shell } from "./shell.tsx";
import { type TwoValues, TwoValuesTable } from "./two-values.tsx";

interface ConflictProps {
  nav: Nav | null;
  /** What was edited. */
  title: string;
  /** Its values: as they are by now, and as they were to be. */
  values: readonly TwoValues[];
  /** The page that it is edited on. */
  back: string;
  /** Sends what was typed once more, on top of what is there by now. */
  again: { action: string; seal: string; version: string; fields: URLSearchParams };
}

/** What was ticked under a name, as its form sends it. */
export function formOf(name: string, values: readonly string[]): URLSearchParams {
  return new URLSearchParams(values.map((value): [string, string] => [name, value]));
}

/** Somebody else changed it meanwhile: both values, and nobody's is lost without a word. Status 409. */
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
