import { inPage, step, type BrowserSession } from "#lib/browser/index.ts";

export interface PrintedForm {
  /** The address it is sent to. */
  action: string;
  /** What the form sends unchanged, its button included. */
  fields: Record<string, string>;
  choices: Record<string, FormChoice[]>;
}

export interface FormChoice {
  value: string;
  text: string;
  data: Record<string, string>;
}

/** The form with that name in a page that was requested; null when there is none. */
export function readForm(
  session: BrowserSession,
  html: string,
  name: string,
): Promise<PrintedForm | null> {
  return step(session, "read the form", () => inPage(session.page, formInside, { html, name }));
}

/** The same for the page in the browser, as its scripts have built it. */
export function readShownForm(session: BrowserSession, name: string): Promise<PrintedForm | null> {
  return step(session, "read the form", () =>
    inPage(session.page, formInside, { html: null, name }),
  );
}

/* The part of the DOM that is used below. */
interface Field {
  name: string;
  value: string;
  type: string;
  checked: boolean;
  textContent: string | null;
  dataset: Record<string, string>;
  options: Iterable<Field>;
  tagName: string;
}

interface Shown {
  querySelector(selector: string): { action: string; elements: Iterable<Field> } | null;
}

/** Runs inside the page: it can use nothing from this file. */
function formInside({ html, name }: { html: string | null; name: string }): PrintedForm | null {
  const page = globalThis as unknown as {
    document: Shown;
    DOMParser: new () => { parseFromString(text: string, type: string): Shown };
  };
  const shown =
    html === null ? page.document : new page.DOMParser().parseFromString(html, "text/html");
  const form = shown.querySelector(`form[name="${name}"]`);
  if (form === null) return null;
  const fields: Record<string, string> = {};
  const choices: Record<string, FormChoice[]> = {};
  for (const field of form.elements) {
    if (field.name === "" || field.name === undefined) continue;
    if ((field.type === "checkbox" || field.type === "radio") && !field.checked) continue;
    fields[field.name] = field.value;
    if (field.tagName !== "SELECT") continue;
    choices[field.name] = Array.from(field.options, (option) => ({
      value: option.value,
      text: (option.textContent ?? "").trim(),
      data: { ...option.dataset },
    }));
  }
  return { action: form.action, fields, choices };
}
