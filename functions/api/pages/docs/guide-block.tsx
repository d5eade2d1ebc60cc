import type { Block } from "#lib/guides/index.ts";
import { CodeBlock } from "./code-block.tsx";
import { CodeTabs } from "./code-tabs.tsx";
import { RichText } from "./rich-text.tsx";
import type { Locale } from "./subject.ts";

interface GuideBlockProps {
  block: Block;
  /** Its position in the guide, which makes ids unique on a page. */
  place: number;
  locale: Locale;
}

export function GuideBlock({ block, place, locale }: GuideBlockProps) {
  switch (block.kind) {
    case "heading":
      return <Heading level={block.level} id={block.id} text={block.text} />;
    case "text":
      return (
        <p>
          <RichText locale={locale} text={block.text} />
        </p>
      );
    case "note":
      return (
        <p class="note">
          <RichText locale={locale} text={block.text} />
        </p>
      );
    case "list":
      return <List locale={locale} ordered={block.ordered} items={block.items} />;
    case "table":
      return <Table locale={locale} block={block} />;
    case "code":
      return <Code label={block.label} text={block.text} />;
    case "call":
      return <CodeTabs call={block} place={place} label={block.toolId} />;
  }
}

/** A heading links to itself, so that its address can be shared. */
function Heading({ level, id, text }: { level: 2 | 3; id: string; text: string }) {
  if (level === 3) {
    return (
      <h3 id={id}>
        <a href={`#${id}`}>
          <code>{text}</code>
        </a>
      </h3>
    );
  }
  return (
    <h2 id={id}>
      <a href={`#${id}`}>{text}</a>
    </h2>
  );
}

interface ListProps {
  locale: Locale;
  ordered: boolean;
  items: readonly string[];
}

function List({ locale, ordered, items }: ListProps) {
  const entries = items.map((item) => (
    <li>
      <RichText locale={locale} text={item} />
    </li>
  ));
  return ordered ? <ol>{entries}</ol> : <ul>{entries}</ul>;
}

type TableBlock = Extract<Block, { kind: "table" }>;

function Table({ locale, block }: { locale: Locale; block: TableBlock }) {
  const { caption, head, rows } = block;
  return (
    <table class="stack" aria-label={caption}>
      <thead>
        <tr>
          {head.map((name) => (
            <th scope="col">
              <RichText locale={locale} text={name} />
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {rows.map(([first = "", ...rest]) => (
          <tr>
            <th scope="row">
              <RichText locale={locale} text={first} />
            </th>
            {rest.map((cell, index) => (
              <td class="label" data-label={(head[index + 1] ?? "").replaceAll("`", "")}>
                <RichText locale={locale} text={cell} />
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  );
}

function Code({ label, text }: { label: string; text: string }) {
  return (
    <figure>
      <figcaption>{label}</figcaption>
      <CodeBlock label={label} text={text} />
    </figure>
  );
}
