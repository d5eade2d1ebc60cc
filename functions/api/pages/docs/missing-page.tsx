import { framed } from "./frame.tsx";
import type { Site } from "./subject.ts";
import { RichText } from "./rich-text.tsx";
import { wordsOf } from "./words/words-of.ts";

/** For a person who followed a dead link: where to go, not an error envelope. */
export function missingHtml(site: Site): Promise<string> {
  const { missing } = wordsOf(site.locale);
  return framed({
    site,
    subject: null,
    title: missing.title,
    description: missing.title,
    children: (
      <>
        <h1>{missing.title}</h1>
        <p class="lead">
          <RichText text={missing.text} locale={site.locale} />
        </p>
      </>
    ),
  });
}
