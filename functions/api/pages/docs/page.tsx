import { createHash } from "node:crypto";
import { raw } from "hono/html";
import type { Child } from "hono/jsx";
import { docsScript } from "./docs-script.ts";
import { docsStyle } from "./docs-style.ts";
import { guideStyle } from "./guide-style.ts";
import { style } from "../../../pages/style.ts";
import { stylePath } from "./subject.ts";

/** One style sheet for all pages, so that it is fetched once. */
export const docsCss = style + docsStyle + guideStyle;
const version = createHash("sha256").update(docsCss).digest("hex").slice(0, 12);
const sha256 = (text: string): string =>
  `'sha256-${createHash("sha256").update(text).digest("base64")}'`;

/** Only this script runs; styles and the icon are fetched only from here. */
export const pageHeaders = {
  "content-type": "text/html; charset=UTF-8",
  "content-security-policy": [
    "default-src 'none'",
    `script-src ${sha256(docsScript)}`,
    "style-src 'self'",
    "img-src 'self'",
    "base-uri 'none'",
    "form-action 'self'",
    "frame-ancestors 'none'",
  ].join("; "),
  "x-content-type-options": "nosniff",
  "referrer-policy": "no-referrer",
};

interface PageProps {
  lang: "es-CL" | "en";
  title: string;
  description: string;
  /** The same page in each language. */
  alternates: readonly { lang: string; href: string }[];
  copy: { copy: string; copied: string };
  children?: Child;
}

export function Page({ lang, title, description, alternates, copy, children }: PageProps) {
  return (
    <html lang={lang}>
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="description" content={description} />
        <meta name="color-scheme" content="light dark" />
        <title>{title}</title>
        {alternates.map((one) => (
          <link rel="alternate" hreflang={one.lang} href={one.href} />
        ))}
        <link rel="stylesheet" href={`${stylePath}?v=${version}`} />
      </head>
      <body data-copy={copy.copy} data-copied={copy.copied}>
        {children}
        <script>{raw(docsScript)}</script>
      </body>
    </html>
  );
}
