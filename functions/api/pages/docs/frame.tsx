import { html } from "hono/html";
import type { Child } from "hono/jsx";
import { guides } from "#lib/guides/index.ts";
import { apiVersion } from "#lib/tools/documents/index.ts";
import { Page } from "./page.tsx";
import { home, pathOf, rootOf, searchPath, type Locale, type Subject } from "./subject.ts";
import type { Site } from "./subject.ts";
import { titleOf } from "./title-of.ts";
import { wordsOf } from "./words/words-of.ts";

interface FrameProps {
  site: Site;
  /** Null for a page without a subject: a search, or a missing page. */
  subject: Subject | null;
  title: string;
  description: string;
  /** The search text. */
  asked?: string;
  children?: Child;
}

/** A whole page, with the navigation around its content. */
export async function framed(props: FrameProps): Promise<string> {
  const { site, subject, title, description, asked = "", children } = props;
  const { locale } = site;
  const words = wordsOf(locale);
  const here = (to: Locale): string =>
    subject === null ? `${searchPath(to)}${queryOf(asked)}` : pathOf(to, subject);
  const other: Locale = locale === "es" ? "en" : "es";
  const page = (
    <Page
      lang={words.lang}
      title={`${title} · Connect`}
      description={description}
      alternates={[
        { lang: "es", href: here("es") },
        { lang: "en", href: here("en") },
      ]}
      copy={words}
    >
      <a class="skip" href="#contenido">
        {words.skip}
      </a>
      <div class="layout">
        <Index site={site} subject={subject} />
        <div class="page">
          <header class="top">
            <form role="search" method="get" action={searchPath(locale)}>
              <input
                type="search"
                name="q"
                value={asked}
                maxlength={200}
                aria-label={words.search.label}
                placeholder={words.search.label}
              />
              <button>{words.search.button}</button>
            </form>
            <a class="language" lang={other} hreflang={other} href={here(other)}>
              {wordsOf(other).name}
            </a>
          </header>
          <main id="contenido">
            {children}
            {subject === null ? null : <Neighbours site={site} subject={subject} />}
            <footer>{words.footer(apiVersion)}</footer>
          </main>
        </div>
      </div>
    </Page>
  );
  const markup = await html`<!doctype html>${page}`;
  return markup.toString();
}

function queryOf(asked: string): string {
  return asked === "" ? "" : `?${new URLSearchParams({ q: asked }).toString()}`;
}

/** The guides and the systems, with the tools of the current system. */
function Index({ site, subject }: Pick<FrameProps, "site" | "subject">) {
  const { catalogue, locale } = site;
  const words = wordsOf(locale);
  const open =
    subject?.section === "tools" ? catalogue.find(subject.id)?.connector : idIn("systems", subject);
  return (
    <nav class="index" aria-label={words.index}>
      <a class="brand" href={rootOf(locale)}>
        Connect <span>{apiVersion}</span>
      </a>
      <ul>
        <Entry site={site} subject={subject} to={home} text={words.documentation} />
        <li class="part">{words.guides}</li>
        {guides.map(({ id, title }) => (
          <Entry
            site={site}
            subject={subject}
            to={{ section: "guides", id }}
            text={title}
            lang="en"
          />
        ))}
        <li class="part">{words.systems}</li>
        {catalogue.manifests.map(({ id, name }) => (
          <Entry
            site={site}
            subject={subject}
            to={{ section: "systems", id }}
            text={name}
            lang="es"
          >
            {open === id ? <Tools site={site} subject={subject} connector={id} /> : null}
          </Entry>
        ))}
      </ul>
    </nav>
  );
}

function Tools({
  site,
  subject,
  connector,
}: Pick<FrameProps, "site" | "subject"> & { connector: string }) {
  const tools = site.catalogue.tools.filter((tool) => tool.connector === connector);
  return (
    <ul lang="es">
      {tools.map(({ id, title }) => (
        <Entry site={site} subject={subject} to={{ section: "tools", id }} text={title} />
      ))}
    </ul>
  );
}

interface EntryProps extends Pick<FrameProps, "site" | "subject"> {
  to: Subject;
  text: string;
  lang?: string;
  children?: Child;
}

function Entry({ site, subject, to, text, lang, children }: EntryProps) {
  const isHere = to.section === subject?.section && to.id === subject.id;
  return (
    <li>
      <a
        href={pathOf(site.locale, to)}
        {...(lang !== undefined && { lang })}
        {...(isHere && { "aria-current": "page" as const })}
      >
        {text}
      </a>
      {children}
    </li>
  );
}

function Neighbours({ site, subject }: { site: Site; subject: Subject }) {
  const { order, locale } = site;
  const at = order.findIndex(({ section, id }) => section === subject.section && id === subject.id);
  const [before, after] = [order[at - 1], order[at + 1]];
  const words = wordsOf(locale);
  return (
    <nav class="neighbours" aria-label={words.neighbours}>
      {before === undefined ? <span /> : <Neighbour site={site} to={before} word={words.before} />}
      {after === undefined ? null : <Neighbour site={site} to={after} word={words.after} />}
    </nav>
  );
}

function Neighbour({ site, to, word }: { site: Site; to: Subject; word: string }) {
  const { text, lang } = titleOf(site, to);
  return (
    <a href={pathOf(site.locale, to)}>
      <span>{word}</span>{" "}
      <span class="to" lang={lang}>
        {text}
      </span>
    </a>
  );
}

function idIn(section: Subject["section"], subject: Subject | null): string | undefined {
  return subject?.section === section ? subject.id : undefined;
}
