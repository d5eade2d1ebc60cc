import { guides } from "#lib/guides/index.ts";
import type { Site } from "./subject.ts";
import type { Subject } from "./subject.ts";
import { wordsOf } from "./words/words-of.ts";

/** A subject's title and its language: tools are in Spanish, guides in English. */
export function titleOf(site: Site, { section, id }: Subject): { text: string; lang: string } {
  const { catalogue, locale } = site;
  switch (section) {
    case "home":
      return { text: wordsOf(locale).documentation, lang: locale };
    case "systems":
      return { text: catalogue.manifestOf(id)?.name ?? id, lang: "es" };
    case "tools":
      return { text: catalogue.find(id)?.title ?? id, lang: "es" };
    case "guides":
      return { text: guides.find((guide) => guide.id === id)?.title ?? id, lang: "en" };
    case "errors":
      return { text: id, lang: "en" };
  }
}
