import { createHash } from "node:crypto";
import { raw } from "hono/html";
import type { Child } from "hono/jsx";
import { docsStyle } from "./docs-style.ts";
import { guideStyle } from "./guide-style.ts";
import { style } from "../../../pages/style.ts";

const css = style + docsStyle + guideStyle;
const cssHash = createHash("sha256").update(css).digest("base64");

/** Nothing runs and nothing is fetched: the one thing allowed is this very style sheet. */
export const pageHeaders = {
  "content-type": "text/html; charset=UTF-8",
  "content-security-policy": `default-src 'none'; style-src 'sha256-${cssHash}'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'`,
  "x-content-type-options": "nosniff",
  "referrer-policy": "no-referrer",
};

interface PageProps {
  lang?: "es-CL" | "en";
  title: string;
  description: string;
  children?: Child;
}

export function Page({ lang = "es-CL", title, description, children }: PageProps) {
  return (
    <html lang={lang}>
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="description" content={description} />
        <meta name="color-scheme" content="light dark" />
        <title>{title}</title>
        <style>{raw(css)}</style>
      </head>
      <body>{children}</body>
    </html>
  );
}
