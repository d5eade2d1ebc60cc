export interface HtmlElement {
  name: string;
  attributes: ReadonlyMap<string, string>;
}

interface Html {
  /** In the order in which they begin. */
  elements: HtmlElement[];
  /** The text inside them. */
  text: string;
}

const blank = /[\t\n\f\r ]/;
const entities: Record<string, string> = {
  "&amp;": "&",
  "&lt;": "<",
  "&gt;": ">",
  "&quot;": '"',
  "&#39;": "'",
};

/** What a browser would make of a page: its tokenizer, as far as our own pages need it. */
export function parseHtml(html: string): Html {
  const elements: HtmlElement[] = [];
  let text = "";
  let at = 0;
  while (at < html.length) {
    if (html.startsWith("<!--", at)) {
      at = after(html, "-->", at + 4);
    } else if (/^<[a-z]/i.test(html.slice(at, at + 2))) {
      const tag = tagAt(html, at);
      elements.push(tag.element);
      at = tag.end;
      // The contents of these are not markup.
      const { name } = tag.element;
      if (name === "script" || name === "style" || name === "title" || name === "textarea") {
        const close = html.toLowerCase().indexOf(`</${name}`, at);
        text += `${plain(html.slice(at, close))}\n`;
        at = close;
      }
    } else if (/^<[/!?]/.test(html.slice(at, at + 2))) {
      at = after(html, ">", at);
      text += "\n";
    } else {
      const next = html.indexOf("<", at + 1);
      const end = next < 0 ? html.length : next;
      text += plain(html.slice(at, end));
      at = end;
    }
  }
  return { elements, text };
}

function tagAt(html: string, start: number): { element: HtmlElement; end: number } {
  let at = start + 1;
  const until = (stop: RegExp): string => {
    const from = at;
    while (at < html.length && !stop.test(html.charAt(at))) at += 1;
    return html.slice(from, at);
  };
  const name = until(/[\t\n\f\r />]/).toLowerCase();
  const attributes = new Map<string, string>();
  for (;;) {
    until(/[^\t\n\f\r /]/);
    if (at >= html.length || html.charAt(at) === ">") break;
    // A leading equals sign is part of the name.
    const first = html.charAt(at);
    at += 1;
    const attribute = (first + until(/[\t\n\f\r />=]/)).toLowerCase();
    while (blank.test(html.charAt(at))) at += 1;
    attributes.set(attribute, html.charAt(at) === "=" ? valueAfterEquals() : "");
  }
  return { element: { name, attributes }, end: at + 1 };

  function valueAfterEquals(): string {
    at += 1;
    while (blank.test(html.charAt(at))) at += 1;
    const quote = html.charAt(at);
    if (quote !== '"' && quote !== "'") return plain(until(/[\t\n\f\r >]/));
    at += 1;
    const value = until(quote === '"' ? /"/ : /'/);
    at += 1;
    return plain(value);
  }
}

function after(html: string, mark: string, from: number): number {
  const found = html.indexOf(mark, from);
  return found < 0 ? html.length : found + mark.length;
}

function plain(text: string): string {
  return text.replace(/&(?:amp|lt|gt|quot|#39);/g, (entity) => entities[entity] ?? entity);
}
