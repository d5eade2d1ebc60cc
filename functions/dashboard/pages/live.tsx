import { raw } from "hono/html";
import type { Child } from "hono/jsx";
import { fragmentMark } from "../frame/fragment.ts";

/** As text: as an element it would be moved into the head, where it is for everybody. */
const withoutScripts = `<noscript><meta http-equiv="refresh" content="3"></noscript>`;

interface LiveProps {
  /** Of its own on the page: what is asked for again. */
  id: string;
  /** Nothing in it will change any more. */
  isFinal: boolean;
  /** In one line, for who does not see it: said when it changes. */
  says?: string | undefined;
  /** Forms around it would lose what is typed: without scripts such a page is loaded by hand. */
  hasForms?: boolean;
  children?: Child;
}

/**
 * What changes while somebody looks. The script asks for it again and puts it in the place of this
 * one; without scripts the page loads itself every three seconds until it is final.
 */
export function Live({ id, isFinal, says, hasForms = false, children }: LiveProps) {
  const { begins, ends } = fragmentMark(id);
  return (
    <section class="live" data-live={id} tabindex={-1}>
      {says !== undefined && (
        <p role="status" class="hidden" data-says>
          {says}
        </p>
      )}
      <div data-part>
        {raw(begins)}
        <div data-final={isFinal ? "si" : "no"} {...(says !== undefined && { "data-line": says })}>
          {children}
        </div>
        {raw(ends)}
      </div>
      <p class="offline" hidden data-offline>
        <span>Sin conexión.</span>{" "}
        <button type="button" class="quiet">
          Probar ahora
        </button>
      </p>
      {!isFinal && !hasForms && raw(withoutScripts)}
    </section>
  );
}
