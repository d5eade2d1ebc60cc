import { errorCodes, errorEntry, type ErrorCode } from "#lib/kernel/errors/index.ts";
import { groupByStatus } from "#lib/tools/answerable-codes.ts";
import { statusWords } from "./words.ts";

export function ErrorTable() {
  return (
    <section id="errores" aria-labelledby="errores-titulo">
      <h2 id="errores-titulo">Códigos de error</h2>
      <p>
        Decide siempre por <code>code</code>: los textos pueden cambiar. «Reintentar» dice si la
        misma llamada, más tarde, puede resultar; cuando dice que no, algo tiene que cambiar antes.
        Los textos <code>message</code> y <code>suggested_fix</code> de la API están en inglés.
      </p>
      <table class="stack" aria-labelledby="errores-titulo">
        <thead>
          <tr>
            <th scope="col">Código</th>
            <th scope="col">Reintentar</th>
            <th scope="col">Qué pasó y qué hacer</th>
          </tr>
        </thead>
        {[...groupByStatus(errorCodes)].map(([status, codes]) => (
          <tbody>
            <tr class="group">
              <th scope="rowgroup" colspan={3}>
                {status} · {statusWords[status] ?? ""}
              </th>
            </tr>
            {codes.map((code) => (
              <ErrorRow code={code} />
            ))}
          </tbody>
        ))}
      </table>
    </section>
  );
}

function ErrorRow({ code }: { code: ErrorCode }) {
  const { message, fix, retry, details } = errorEntry(code);
  return (
    <tr id={`error-${code}`}>
      <th scope="row">
        <code>{code}</code>
      </th>
      <td class={retry ? "label yes" : "label no"} data-label="Reintentar">
        {retry ? "sí" : "no"}
      </td>
      <td lang="en">
        <p class="what">{message}</p>
        <p>{fix}</p>
        {details === undefined ? null : (
          <p class="values">
            <code>details</code>: {details.replaceAll("`", "")}
          </p>
        )}
      </td>
    </tr>
  );
}
