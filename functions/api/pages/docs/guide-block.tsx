import { callAsCurl, callAsTypeScript, inlineOf, type Block } from "#lib/guides/index.ts";

export function GuideBlock({ block }: { block: Block }) {
  switch (block.kind) {
    case "heading":
      return <Heading level={block.level} id={block.id} text={block.text} />;
    case "text":
      return (
        <p>
          <Text text={block.text} />
        </p>
      );
    case "note":
      return (
        <p class="note">
          <Text text={block.text} />
        </p>
      );
    case "list":
      return <List ordered={block.ordered} items={block.items} />;
    case "table":
      return <Table block={block} />;
    case "code":
      return <Code label={block.label} text={block.text} />;
    case "call":
      return (
        <div class="call">
          <Code label="curl" about={block.toolId} text={callAsCurl(block)} />
          <Code label="TypeScript" about={block.toolId} text={callAsTypeScript(block)} />
        </div>
      );
  }
}

/** The three marks of a guide's text. */
function Text({ text }: { text: string }) {
  return (
    <>
      {inlineOf(text).map((piece) => {
        switch (piece.kind) {
          case "plain":
            return piece.text;
          case "code":
            return <code>{piece.text}</code>;
          case "strong":
            return <strong>{piece.text}</strong>;
          case "link":
            return <a href={piece.href}>{piece.text}</a>;
        }
      })}
    </>
  );
}

function Heading({ level, id, text }: { level: 2 | 3; id: string; text: string }) {
  const anchor = (
    <a class="anchor" href={`#${id}`} aria-label={`Link to “${text}”`}>
      #
    </a>
  );
  if (level === 3) {
    return (
      <h3 id={id}>
        <code>{text}</code> {anchor}
      </h3>
    );
  }
  return (
    <h2 id={id}>
      {text} {anchor}
    </h2>
  );
}

function List({ ordered, items }: { ordered: boolean; items: readonly string[] }) {
  const entries = items.map((item) => (
    <li>
      <Text text={item} />
    </li>
  ));
  return ordered ? <ol>{entries}</ol> : <ul>{entries}</ul>;
}

function Table({ block }: { block: Extract<Block, { kind: "table" }> }) {
  const { caption, head, rows } = block;
  return (
    <table class="stack" aria-label={caption}>
      <thead>
        <tr>
          {head.map((name) => (
            <th scope="col">
              <Text text={name} />
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {rows.map(([first = "", ...rest]) => (
          <tr>
            <th scope="row">
              <Text text={first} />
            </th>
            {rest.map((cell, index) => (
              <td class="label" data-label={(head[index + 1] ?? "").replaceAll("`", "")}>
                <Text text={cell} />
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  );
}

/** Code that may be wider than the screen: it scrolls by itself, with the keyboard too. */
function Code({ label, about, text }: { label: string; about?: string; text: string }) {
  const name = about === undefined ? label : `${label}: ${about}`;
  return (
    <figure>
      <figcaption>{label}</figcaption>
      <pre tabindex={0} role="group" aria-label={name}>
        <code>{text}</code>
      </pre>
    </figure>
  );
}
