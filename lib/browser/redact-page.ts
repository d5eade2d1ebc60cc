/* The part of the DOM that is used below: `lib` has no DOM types, since nothing else needs them. */
interface Node {
  nodeType: number;
  nodeValue: string | null;
  childNodes: Iterable<Node>;
  remove(): void;
}
interface Element extends Node {
  tagName: string;
  attributes: Iterable<{ name: string; value: string }>;
  setAttribute(name: string, value: string): void;
  removeAttribute(name: string): void;
  querySelectorAll(selector: string): Iterable<Element>;
  outerHTML: string;
  textContent: string | null;
}

export interface Redaction {
  conceal: string[];
  maxLength: number;
}

/**
 * Runs inside the page, on a copy of it: the structure and the portal's labels stay; what was
 * typed, every digit, every script and the data of tables are removed. It can use nothing from this
 * file.
 */
export function redactedPage({ conceal, maxLength }: Redaction): string {
  const root = globalThis as unknown as {
    document: { documentElement: Element & { cloneNode(deep: boolean): Element } };
  };
  const kept = /^(id|class|name|type|for|role|target|method|action|href|src|colspan|aria-label)$/;
  const addresses = /^(action|href|src)$/;
  const rowsKept = 3;
  const mask = (text: string): string => {
    let masked = text;
    for (const secret of conceal) {
      if (secret !== "") masked = masked.replaceAll(secret, "[concealed]");
    }
    return masked
      .replaceAll(/\b\d{1,2}(?:\.?\d{3}){1,2}-[\dkK]\b/g, "[rut]")
      .replaceAll(/[\w.+-]+@[\w-]+\.[\w.]+/g, "[mail]")
      .replaceAll(/\d/g, "#");
  };
  const clean = (node: Node): void => {
    if (node.nodeType === 3) node.nodeValue = mask(node.nodeValue ?? "");
    if (node.nodeType !== 1) return;
    const element = node as Element;
    for (const { name, value } of Array.from(element.attributes)) {
      if (!kept.test(name)) element.removeAttribute(name);
      else if (addresses.test(name)) element.setAttribute(name, mask(value.split(/[?#]/)[0] ?? ""));
      else element.setAttribute(name, mask(value));
    }
    for (const child of Array.from(node.childNodes)) {
      if (child.nodeType === 8) child.remove();
      else clean(child);
    }
  };

  const copy = root.document.documentElement.cloneNode(true);
  for (const part of copy.querySelectorAll("script,style,noscript,template,svg,iframe[srcdoc]")) {
    part.remove();
  }
  for (const field of copy.querySelectorAll("textarea")) field.textContent = "";
  for (const table of copy.querySelectorAll("table")) {
    for (const row of [...table.querySelectorAll("tr")].slice(rowsKept + 1)) row.remove();
  }
  clean(copy);
  return copy.outerHTML.slice(0, maxLength);
}
