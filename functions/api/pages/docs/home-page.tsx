import { guides } from "#lib/guides/index.ts";
import { exampleCall } from "#lib/tools/documents/index.ts";
import { CodeBlock } from "./code-block.tsx";
import { CodeTabs } from "./code-tabs.tsx";
import { framed } from "./frame.tsx";
import type { Site } from "./subject.ts";
import { RichText } from "./rich-text.tsx";
import { home, pathOf } from "./subject.ts";
import { purposesOf, wordsOf } from "./words/words-of.ts";

/** Where to begin: the first call, the guides, the systems and their state, the rules. */
export function homeHtml(site: Site): Promise<string> {
  const { catalogue, locale } = site;
  const words = wordsOf(locale);
  const lead = words.lead(
    purposesOf(
      locale,
      catalogue.manifests.map(({ kind }) => kind),
    ),
  );
  return framed({
    site,
    subject: home,
    title: words.documentation,
    description: lead,
    children: (
      <>
        <h1>{words.documentation}</h1>
        <p class="lead">{lead}</p>
        <Links />
        <Start site={site} />
        <Guides site={site} />
        <Systems site={site} />
        <Rules site={site} />
      </>
    ),
  });
}

function Links() {
  return (
    <ul class="links">
      <li>
        <a href="/openapi.json">OpenAPI 3.1</a>
      </li>
      <li>
        <a href="/llms.txt">llms.txt</a>
      </li>
    </ul>
  );
}

function Start({ site }: { site: Site }) {
  const { catalogue, baseUrl, locale } = site;
  const words = wordsOf(locale);
  const [key, call, answer] = words.start.steps;
  const tool = catalogue.find("core.timestamp.now");
  return (
    <section id="inicio" aria-labelledby="inicio-titulo">
      <h2 id="inicio-titulo">{words.start.title}</h2>
      <ol class="steps">
        <li>
          <RichText text={key} locale={locale} />
          <CodeBlock
            label={words.startLabels.key}
            text={`export CONNECT_URL=${baseUrl}\nexport CONNECT_API_KEY=connect_sk_…`}
          />
        </li>
        <li>
          <RichText text={call} locale={locale} />
          {tool === null ? null : (
            <CodeTabs call={exampleCall(tool)} place={0} label={words.startLabels.call} />
          )}
        </li>
        <li>
          <RichText text={answer} locale={locale} />
        </li>
      </ol>
    </section>
  );
}

function Guides({ site: { locale } }: { site: Site }) {
  const words = wordsOf(locale);
  return (
    <section id="guias" aria-labelledby="guias-titulo">
      <h2 id="guias-titulo">{words.guides}</h2>
      <p>{words.guidesLead}</p>
      <ul class="cards" lang="en">
        {guides.map(({ id, title, summary }) => (
          <li>
            <a href={pathOf(locale, { section: "guides", id })}>{title}</a>
            {summary}
          </li>
        ))}
      </ul>
    </section>
  );
}

function Systems({ site: { catalogue, locale } }: { site: Site }) {
  const words = wordsOf(locale);
  return (
    <section id="sistemas" aria-labelledby="sistemas-titulo">
      <h2 id="sistemas-titulo">{words.systems}</h2>
      <p>{words.systemsLead}</p>
      <table class="stack" aria-labelledby="sistemas-titulo">
        <thead>
          <tr>
            <th scope="col">{words.heads.system}</th>
            <th scope="col">{words.heads.what}</th>
            <th scope="col">{words.heads.tools}</th>
          </tr>
        </thead>
        <tbody>
          {catalogue.manifests.map(({ id, name, kind }) => (
            <tr>
              <th scope="row">
                <a href={pathOf(locale, { section: "systems", id })} lang="es">
                  {name}
                </a>
              </th>
              <td>{words.kinds[kind]}</td>
              <td>{catalogue.tools.filter((tool) => tool.connector === id).length}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}

function Rules({ site: { locale } }: { site: Site }) {
  const words = wordsOf(locale);
  return (
    <section id="reglas" aria-labelledby="reglas-titulo">
      <h2 id="reglas-titulo">{words.rulesTitle}</h2>
      <ul class="rules">
        {words.rules.map(({ title, text }) => (
          <li>
            <h3>{title}</h3>
            <p>
              <RichText text={text} locale={locale} />
            </p>
          </li>
        ))}
      </ul>
    </section>
  );
}
