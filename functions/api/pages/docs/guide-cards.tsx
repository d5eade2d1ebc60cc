import { guides } from "#lib/guides/index.ts";

/** The way from the reference, which is in Spanish, to the guides, which are in English. */
export function GuideCards() {
  return (
    <section id="guias" aria-labelledby="guias-titulo">
      <h2 id="guias-titulo">Guías</h2>
      <p>De la primera llamada a emitir un documento, paso a paso y en inglés.</p>
      <ul class="cards" lang="en">
        {guides.map((guide) => (
          <li>
            <a href={`/docs/${guide.id}`}>{guide.title}</a>
            {guide.summary}
          </li>
        ))}
      </ul>
    </section>
  );
}
