import { errorEntry, type ErrorCode } from "#lib/kernel/errors/index.ts";
import { toolsWithCode } from "#lib/tools/answerable-codes.ts";
import { framed } from "./frame.tsx";
import type { Site } from "./subject.ts";
import { RichText } from "./rich-text.tsx";
import { pathOf } from "./subject.ts";
import { Trail } from "./trail.tsx";
import { wordsOf } from "./words/words-of.ts";

/** One error code: what happened, what to do, and which tools return it. */
export function errorHtml(site: Site, code: ErrorCode): Promise<string> {
  const { locale } = site;
  const words = wordsOf(locale);
  const { status, message, fix, retry, details } = errorEntry(code);
  const subject = { section: "errors", id: code } as const;
  const guide = { section: "guides", id: "errors" } as const;
  return framed({
    site,
    subject,
    title: code,
    description: message,
    children: (
      <>
        <Trail site={site} subject={subject} up={guide} />
        <h1>
          <code>{code}</code>
        </h1>
        <p class="lead" lang="en">
          {message}
        </p>
        <p lang="en">{fix}</p>
        {details === undefined ? null : (
          <p lang="en">
            <code>details</code>: <RichText text={details} locale={locale} />
          </p>
        )}
        <dl class="facts">
          <dt>{words.error.status}</dt>
          <dd>
            {status} · {words.statuses[status] ?? ""}
          </dd>
          <dt>{words.error.retry}</dt>
          <dd>{retry ? words.error.yes : words.error.no}</dd>
        </dl>
        <h2>{words.error.tools}</h2>
        <Tools site={site} code={code} />
        <p>
          <a href={`${pathOf(locale, guide)}#${code}`}>{words.error.guide}</a>
        </p>
      </>
    ),
  });
}

function Tools({ site, code }: { site: Site; code: ErrorCode }) {
  const words = wordsOf(site.locale);
  const tools = toolsWithCode(site.catalogue, code);
  if (tools === "any") return <p>{words.error.anyTool}</p>;
  return (
    <ul class="tool-list">
      {tools.map(({ id }) => (
        <li>
          <a href={pathOf(site.locale, { section: "tools", id })}>
            <code>{id}</code>
          </a>
        </li>
      ))}
    </ul>
  );
}
