import type { Child } from "hono/jsx";
import { Shell } from "./shell.tsx";

export interface Message {
  title: string;
  lines: readonly string[];
}

/** A page that only explains, and leads back. */
export function MessagePage({ title, lines, children }: Message & { children?: Child }) {
  return (
    <Shell title={title}>
      <div class="seal plain">
        <svg width="26" height="26" viewBox="0 0 26 26" fill="none" aria-hidden="true">
          <path d="M13 7v7.5" stroke="currentColor" stroke-width="2.6" stroke-linecap="round" />
          <circle cx="13" cy="19" r="1.7" fill="currentColor" />
        </svg>
      </div>
      <h1>{title}</h1>
      {lines.map((line) => (
        <p class="lead">{line}</p>
      ))}
      {children}
    </Shell>
  );
}
