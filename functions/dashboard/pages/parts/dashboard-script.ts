import { live } from "../../../pages/live-script.ts";
import { revealable } from "../../../pages/reveal-script.ts";

/** Optional script for the pages: everything also works without it. */
export const dashboardScript = String.raw`"use strict";
(() => {
${revealable}
  for (const input of document.querySelectorAll("input[data-secret]")) revealable(input);
  // A page that opens behind another window, which closes at the first of two clicks, gets the second.
  function considered(form, buttons) {
    let waits;
    function appear() {
      for (const button of buttons) button.setAttribute("aria-disabled", "true");
      clearTimeout(waits);
      waits = setTimeout(() => {
        waits = undefined;
        for (const button of buttons) button.removeAttribute("aria-disabled");
      }, 700);
    }
    form.addEventListener("submit", (event) => {
      if (waits === undefined) return;
      event.preventDefault();
      event.stopImmediatePropagation();
    });
    addEventListener("focus", appear);
    appear();
  }
  function once(form) {
    const buttons = [...form.querySelectorAll("button:not([type=button])")];
    const labels = buttons.map((button) => button.textContent);
    // Signing in and granting access save nothing.
    const isSaved = form.getAttribute("action").startsWith("/dashboard");
    // The answer is a file and the page stays, so the page cannot tell when it arrived.
    const isDownload = form.hasAttribute("data-download");
    if (form.hasAttribute("data-considered")) considered(form, buttons);
    const pressed = isDownload ? "Descargando…" : isSaved ? "Guardando…" : "Un momento…";
    // A button that is disabled loses the focus; what the person chose meanwhile keeps it.
    let focused = null;
    function restore() {
      for (const [at, button] of buttons.entries()) {
        button.disabled = false;
        button.textContent = labels[at];
      }
      if (document.activeElement === document.body) focused?.focus();
    }
    form.addEventListener("submit", ({ submitter }) => {
      for (const input of form.querySelectorAll("input[data-secret]")) input.type = "password";
      // Later, because a button disabled now would not be sent, and it names the decision.
      setTimeout(() => {
        focused = document.activeElement;
        for (const button of buttons) button.disabled = true;
        if (submitter !== null) submitter.textContent = pressed;
        if (isDownload) setTimeout(restore, 5000);
      });
    });
    addEventListener("pageshow", (event) => {
      if (event.persisted) restore();
    });
  }

  function copyable(text) {
    const button = document.createElement("button");
    button.type = "button";
    button.className = "quiet";
    button.textContent = "Copiar";
    const what = text.dataset.copy.toLowerCase();
    button.setAttribute("aria-label", "Copiar " + what);
    button.addEventListener("click", async () => {
      await navigator.clipboard.writeText(text.textContent);
      button.textContent = "Copiado";
      button.setAttribute("aria-label", "Copiado: " + what);
    });
    text.before(button);
  }

${live}

  for (const form of document.querySelectorAll("main form[method=post]")) once(form);
  for (const text of document.querySelectorAll("[data-copy]")) copyable(text);
  for (const section of document.querySelectorAll("[data-live]")) live(section);
  const note = document.querySelector(".note[tabindex]");
  if (note !== null && document.querySelector("[aria-invalid=true]") === null) note.focus();
})();
`;
