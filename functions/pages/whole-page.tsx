import type { Child } from "hono/jsx";
import { icon } from "./brand.tsx";

interface WholePageProps {
  title: string;
  /** Styles and scripts. */
  head: Child;
  /** The class of the body. */
  kind?: string;
  children?: Child;
}

/** The beginning of every page for people. */
export function WholePage({ title, head, kind, children }: WholePageProps) {
  return (
    <html lang="es-CL">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="color-scheme" content="light dark" />
        <title>{`${title} · Connect`}</title>
        <link rel="icon" type="image/svg+xml" href={icon} />
        {head}
      </head>
      <body {...(kind !== undefined && { class: kind })}>{children}</body>
    </html>
  );
}
