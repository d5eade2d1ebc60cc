import { inPage, navigate, openAddress, step } from "#lib/browser/index.ts";
import { AppError } from "#lib/kernel/errors/index.ts";
import { unknownShape } from "#lib/contract/bank/index.ts";
import { encodeForm } from "../parse/encode-form.ts";
import type { PortalPages } from "./portal-pages.ts";
import { readShownForm, type PrintedForm } from "./read-form.ts";

/** A page in the browser's window, after its scripts have run. */
export interface ShownPage {
  html: string;
  /** The expected form; null when the portal shows something else. */
  form: PrintedForm | null;
}

/** Opens a page of the portal whose script builds a form. */
export async function openForm(pages: PortalPages, path: string, form: string): Promise<ShownPage> {
  await openAddress(pages.session, pages.baseUrl + path);
  return shown(pages, form);
}

/** Fills in the form that is shown and sends it, which must change nothing at the portal. */
export async function sendForm(
  pages: PortalPages,
  { form, typed, next }: { form: string; typed: Readonly<Record<string, string>>; next: string },
): Promise<ShownPage> {
  const { session } = pages;
  const { page } = session;
  // Refuses characters outside the charset: the browser would write them as entities.
  encodeForm(typed);
  const wrong = await step(session, "fill the form", () =>
    inPage(page, fillInside, { name: form, typed }),
  );
  if (wrong.length > 0) throw unknownShape("a form with other fields");
  await navigate(session, page.mainFrame(), () =>
    page.locator(`form[name="${form}"] input[type="submit"]`).click(),
  );
  return shown(pages, next);
}

async function shown(pages: PortalPages, form: string): Promise<ShownPage> {
  const { session } = pages;
  const html = await step(session, "read the page", () => inPage(session.page, htmlInside, null));
  await pages.inside(html);
  const { texts } = await pages.read(html, { texts: { refused: "#sin-acceso" } });
  if (texts.refused !== null) throw new AppError("alcance_scheme_unsupported");
  return { html, form: await readShownForm(session, form) };
}

/** Runs inside the page. */
function htmlInside(): string {
  const { document } = globalThis as unknown as { document: { documentElement: Outer } };
  return document.documentElement.outerHTML;
}

interface Outer {
  outerHTML: string;
}

interface Typed {
  value: string;
}

/** Runs inside the page. Returns the fields it could not fill in. */
function fillInside({ name, typed }: { name: string; typed: Readonly<Record<string, string>> }) {
  const page = globalThis as unknown as {
    document: {
      querySelector(
        selector: string,
      ): { elements: { namedItem(name: string): Typed | null } } | null;
    };
  };
  const form = page.document.querySelector(`form[name="${name}"]`);
  return Object.entries(typed).flatMap(([field, text]) => {
    const control = form?.elements.namedItem(field) ?? null;
    if (control === null) return [field];
    control.value = text;
    // A select only accepts its own options.
    return control.value === text ? [] : [field];
  });
}
