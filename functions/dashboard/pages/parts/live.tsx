import { html, raw } from "hono/html";
import { useContext, type Child } from "hono/jsx";
import { FormsOfPage } from "../../request/form-state.ts";
import { fragmentMark } from "../../request/fragment.ts";

/** As text: an element would be moved into the head and apply to everybody. */
function withoutScripts(page: string | null) {
  const content = page === null ? "3" : `3; url=${page}`;
  return html`<noscript><meta http-equiv="refresh" content="${content}" /></noscript>`;
}

interface LiveProps {
  /** Unique on the page: the part to request again. */
  id: string;
  /** Nothing in it will change any more. */
  isFinal: boolean;
  /** One line for screen readers, announced when it changes. */
  says?: string | undefined;
  /** A reload would lose what is typed into forms around it, so without scripts people reload by hand. */
  hasForms?: boolean;
  children?: Child;
}

/**
 * Something that changes while somebody watches. The script requests it again and replaces this one; without scripts
 * the page reloads every three seconds until it is final.
 */
export function Live({ id, isFinal, says, hasForms = false, children }: LiveProps) {
  const { begins, ends } = fragmentMark(id);
  // The address of a page that answers a form shows nothing when it is requested.
  const { page } = useContext(FormsOfPage);
  return (
    <section
      class="live"
      data-live={id}
      tabindex={-1}
      {...(page !== null && { "data-page": page })}
    >
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
      {!isFinal && !hasForms && withoutScripts(page)}
    </section>
  );
}
