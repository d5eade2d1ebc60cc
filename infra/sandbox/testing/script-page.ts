import { runInNewContext } from "node:vm";
import type { Shown } from "./visitor.ts";

export interface ScriptForm {
  action: string;
  /** What a browser would submit if nobody typed anything. */
  fields: Record<string, string>;
  /** The choices of each list: text by value. */
  choices: Record<string, Record<string, string>>;
}

/** What a page's scripts made: the assigned variables, and the built forms. */
export interface RanPage {
  variable(name: string): Record<string, string>;
  form(name: string): ScriptForm;
}

/** Just enough of a page's elements for our scripts. */
class PageElement {
  readonly tag: string;
  readonly children: PageElement[] = [];
  value = "";
  [field: string]: unknown;

  constructor(tag: string) {
    this.tag = tag;
  }
  appendChild(child: PageElement) {
    this.children.push(child);
    return child;
  }
  setAttribute(name: string, value: string) {
    this[name] = value;
  }
  insertRow() {
    return this.appendChild(new PageElement("tr"));
  }
  insertCell() {
    return this.appendChild(new PageElement("td"));
  }
  all(tag: string): PageElement[] {
    const below = this.children.flatMap((child) => child.all(tag));
    return this.tag === tag ? [this, ...below] : below;
  }
  get text(): string {
    const own = typeof this["data"] === "string" ? this["data"] : "";
    return own + this.children.map((child) => child.text).join("");
  }
}

/** Runs the scripts one after the other, as a browser would, so that a broken one is noticed. */
export function ran({ text }: Shown): RanPage {
  const body = new PageElement("body");
  const document = {
    createElement: (tag: string) => new PageElement(tag),
    createTextNode: (data: string) => Object.assign(new PageElement("#text"), { data }),
    getElementById: () => body,
  };
  const page: Record<string, unknown> = { document };
  for (const [, code = ""] of text.matchAll(/<script[^>]*>([^]*?)<\/script>/g)) {
    runInNewContext(code, page);
  }
  return {
    variable: (name) => ({ ...(page[name] as Record<string, string>) }),
    form(name) {
      const form = body.all("form").find((one) => one["name"] === name);
      if (!form) throw new Error(`no form ${name} was built`);
      return { action: String(form["action"]), fields: fieldsOf(form), choices: choicesOf(form) };
    },
  };
}

function fieldsOf(form: PageElement): Record<string, string> {
  const boxes = form
    .all("input")
    .filter(({ name }) => typeof name === "string")
    .map((box) => [String(box["name"]), box.value] as const);
  const lists = form
    .all("select")
    .map((list) => [String(list["name"]), list.all("option")[0]?.value ?? ""] as const);
  return Object.fromEntries([...boxes, ...lists]);
}

function choicesOf(form: PageElement): Record<string, Record<string, string>> {
  return Object.fromEntries(
    form.all("select").map((list) => {
      const options = list.all("option").map((one) => [one.value, one.text] as const);
      return [String(list["name"]), Object.fromEntries(options)];
    }),
  );
}
