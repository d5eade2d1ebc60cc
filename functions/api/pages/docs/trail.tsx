import type { Child } from "hono/jsx";
import type { Site } from "./subject.ts";
import { pathOf, rootOf, type Subject } from "./subject.ts";
import { titleOf } from "./title-of.ts";
import { wordsOf } from "./words/words-of.ts";

/** Where a page belongs, and its plain-text version. */
export function Trail({ site, up, subject }: { site: Site; up?: Subject; subject: Subject }) {
  const { locale } = site;
  const words = wordsOf(locale);
  return (
    <p class="trail">
      <a href={rootOf(locale)}>{words.documentation}</a> /{" "}
      {up === undefined ? null : <Up site={site} to={up} />}
      <a href={`${pathOf(locale, subject)}.md`}>{words.asMarkdown}</a>
    </p>
  );
}

function Up({ site, to }: { site: Site; to: Subject }): Child {
  const { text, lang } = titleOf(site, to);
  return (
    <>
      <a href={pathOf(site.locale, to)} lang={lang}>
        {text}
      </a>{" "}
      /{" "}
    </>
  );
}
