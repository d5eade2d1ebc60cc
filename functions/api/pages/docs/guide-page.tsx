import { html } from "hono/html";
import { guides, type Block, type Guide } from "#lib/guides/index.ts";
import { apiVersion } from "#lib/tools/documents/index.ts";
import { GuideBlock } from "./guide-block.tsx";
import { Page } from "./page.tsx";

type Heading = Extract<Block, { kind: "heading" }>;

/** A guide as a page of its own, in English, with the way to the others. */
export async function guideHtml(guide: Guide): Promise<string> {
  const page = (
    <Page lang="en" title={`${guide.title} · Connect`} description={guide.summary}>
      <a class="skip" href="#content">
        Skip to the content
      </a>
      <div class="layout">
        <Index current={guide} />
        <main id="content" class="guide">
          <p class="trail">
            <a href="/docs">Documentation</a> / Guides
          </p>
          <h1>{guide.title}</h1>
          <p class="lead">{guide.summary}</p>
          <p class="as-text">
            <a href={`/docs/${guide.id}.md`}>This page as Markdown</a>
          </p>
          {guide.blocks.map((block) => (
            <GuideBlock block={block} />
          ))}
          <Neighbours current={guide} />
        </main>
      </div>
    </Page>
  );
  const markup = await html`<!doctype html>${page}`;
  return markup.toString();
}

function Index({ current }: { current: Guide }) {
  return (
    <nav class="index" aria-label="Guides">
      <a class="brand" href="/docs">
        Connect <span>{apiVersion}</span>
      </a>
      <ul>
        {guides.map((guide) =>
          guide === current ? (
            <li>
              <a href={`/docs/${guide.id}`} aria-current="page">
                {guide.title}
              </a>
              <ul class="sections">
                {sectionsOf(guide).map(({ id, text }) => (
                  <li>
                    <a href={`#${id}`}>{text}</a>
                  </li>
                ))}
              </ul>
            </li>
          ) : (
            <li>
              <a href={`/docs/${guide.id}`}>{guide.title}</a>
            </li>
          ),
        )}
        <li>
          <a href="/docs#herramientas">All tools</a>
        </li>
      </ul>
    </nav>
  );
}

function sectionsOf({ blocks }: Guide) {
  return blocks.filter((block) => block.kind === "heading" && block.level === 2) as Heading[];
}

function Neighbours({ current }: { current: Guide }) {
  const at = guides.indexOf(current);
  const before = guides[at - 1];
  const after = guides[at + 1];
  return (
    <nav class="neighbours" aria-label="Other guides">
      {before === undefined ? <span /> : <Neighbour guide={before} word="Before" />}
      {after === undefined ? null : <Neighbour guide={after} word="Next" />}
    </nav>
  );
}

function Neighbour({ guide, word }: { guide: Guide; word: string }) {
  return (
    <a href={`/docs/${guide.id}`}>
      <span>{word}</span> {guide.title}
    </a>
  );
}
