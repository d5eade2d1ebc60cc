import type { Child } from "hono/jsx";
import type { Nav } from "../../request/page-request.ts";
import { Note } from "./parts.tsx";
import { Shell } from "./shell.tsx";

interface SecretPageProps {
  nav: Nav | null;
  title: string;
  /** What kind of secret it is. */
  label: "Clave" | "Secreto" | "Enlace";
  secret: string;
  /** Where to go next. */
  onward: { href: string; label: string };
  /** How to use it. */
  children?: Child;
}

/** The answer to the form that made it: 200 and never cached, because no other page shows it again. */
export function SecretPage({ nav, title, label, secret, onward, children }: SecretPageProps) {
  const [keep, another] = label === "Clave" ? ["Guárdala", "otra"] : ["Guárdalo", "otro"];
  return (
    <Shell title={title} nav={nav}>
      <h1>{title}</h1>
      <Note title={`${keep} ahora`} calm>
        <p>Se muestra esta única vez. Si se pierde, hay que hacer {another}.</p>
      </Note>
      <Copied label={label} text={secret} />
      {children}
      <p>
        <a class="button" href={onward.href}>
          {onward.label}
        </a>
      </p>
    </Shell>
  );
}

/** A text to copy; the script adds the button. */
export function Copied({ label, text }: { label: string; text: string }) {
  return (
    <section class="copied" aria-label={label}>
      <h2>{label}</h2>
      <pre tabindex={0} data-copy={label}>
        <code>{text}</code>
      </pre>
    </section>
  );
}
