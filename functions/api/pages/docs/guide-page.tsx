import type { Block, Guide } from "#lib/guides/index.ts";
import { framed } from "./frame.tsx";
import type { Site } from "./subject.ts";
import { GuideBlock } from "./guide-block.tsx";
import { Trail } from "./trail.tsx";
import { wordsOf } from "./words/words-of.ts";

type Heading = Extract<Block, { kind: "heading" }>;

/** A guide, in English whatever the language of the pages around it. */
export function guideHtml(site: Site, guide: Guide): Promise<string> {
  const subject = { section: "guides", id: guide.id } as const;
  return framed({
    site,
    subject,
    title: guide.title,
    description: guide.summary,
    children: (
      <>
        <Trail site={site} subject={subject} />
        <article class="guide" lang="en">
          <h1>{guide.title}</h1>
          <p class="lead">{guide.summary}</p>
          <nav class="sections" lang={site.locale} aria-label={wordsOf(site.locale).sections}>
            <ul lang="en">
              {sectionsOf(guide).map(({ id, text }) => (
                <li>
                  <a href={`#${id}`}>{text}</a>
                </li>
              ))}
            </ul>
          </nav>
          {guide.blocks.map((block, place) => (
            <GuideBlock block={block} place={place} locale={site.locale} />
          ))}
        </article>
      </>
    ),
  });
}

function sectionsOf({ blocks }: Guide) {
  return blocks.filter((block) => block.kind === "heading" && block.level === 2) as Heading[];
}
