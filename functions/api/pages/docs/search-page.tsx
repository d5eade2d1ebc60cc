import type { Found } from "./search-site.ts";
import { framed } from "./frame.tsx";
import type { Site } from "./subject.ts";
import { pathOf } from "./subject.ts";
import { wordsOf } from "./words/words-of.ts";

/** The results of a search, or how to search. */
export function searchHtml(site: Site, asked: string, found: Found): Promise<string> {
  const words = wordsOf(site.locale);
  const { tools, guides } = found;
  const isEmpty = tools.length === 0 && guides.length === 0;
  const said = isEmpty ? words.nothingFound(asked) : words.foundFor(asked);
  return framed({
    site,
    subject: null,
    title: words.search.title,
    description: words.search.hint,
    asked,
    children: (
      <>
        <h1>{words.search.title}</h1>
        <p class="lead" role="status">
          {asked === "" ? words.search.hint : said}
        </p>
        {tools.length === 0 ? null : <Tools site={site} tools={tools} />}
        {guides.length === 0 ? null : <Guides site={site} guides={guides} />}
      </>
    ),
  });
}

function Tools({ site, tools }: { site: Site; tools: Found["tools"] }) {
  const words = wordsOf(site.locale);
  return (
    <section aria-labelledby="herramientas">
      <h2 id="herramientas">{words.search.tools}</h2>
      <ul class="hits">
        {tools.map(({ id, title }) => (
          <li>
            <a href={pathOf(site.locale, { section: "tools", id })} lang="es">
              {title}
            </a>{" "}
            <code>{id}</code>
          </li>
        ))}
      </ul>
    </section>
  );
}

function Guides({ site, guides }: { site: Site; guides: Found["guides"] }) {
  const words = wordsOf(site.locale);
  return (
    <section aria-labelledby="guias">
      <h2 id="guias">{words.guides}</h2>
      <ul class="hits" lang="en">
        {guides.map(({ id, place, title, text }) => (
          <li>
            <a href={`${pathOf(site.locale, { section: "guides", id })}#${place}`}>{title}</a>
            <p>{text}</p>
          </li>
        ))}
      </ul>
    </section>
  );
}
