import type { Catalogue } from "#lib/tools/catalogue.ts";

export type Locale = "es" | "en";

/** What a page is about. */
export interface Subject {
  section: "home" | "systems" | "tools" | "errors" | "guides";
  /** Empty for the first page. */
  id: string;
}

export const home: Subject = { section: "home", id: "" };

/** The reference's language has no prefix in the path. */
export function rootOf(locale: Locale): string {
  return locale === "es" ? "/docs" : "/docs/en";
}

export function pathOf(locale: Locale, { section, id }: Subject): string {
  return section === "home" ? rootOf(locale) : `${rootOf(locale)}/${section}/${id}`;
}

export function searchPath(locale: Locale): string {
  return `${rootOf(locale)}/search`;
}

/** The target of a link in a text that is shared by all languages. */
export function inLocale(locale: Locale, href: string): string {
  return /^\/docs(?=[/#]|$)/.test(href) ? href.replace("/docs", rootOf(locale)) : href;
}

export const stylePath = "/docs/style.css";

/** What all pages are made from. */
export interface Site {
  catalogue: Catalogue;
  baseUrl: string;
  locale: Locale;
  /** Every subject, in reading order. */
  order: readonly Subject[];
}
