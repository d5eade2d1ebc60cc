import { live } from "../../pages/live-script.ts";
import { revealable } from "../../pages/reveal-script.ts";

/** What the pages do better with scripts: nothing in here is needed to get through them. */
export const dashboardScript = String.raw`"use strict";
(() => {
${revealable}
  for (const input of document.querySelectorAll("input[data-secret]")) revealable(input);
  function once(form) {
    const buttons = [...form.querySelectorAll("button:not([type=button])")];
    const labels = buttons.map((button) => button.textContent);
    // Who signs in or lets an application in saves nothing.
    const isSaved = form.getAttribute("action").startsWith("/dashboard");
    // Its answer is a file, and the page stays: nobody can see when it came.
    const isDownload = form.hasAttribute("data-download");
    const pressed = isDownload ? "Descargando…" : isSaved ? "Guardando…" : "Un momento…";
    function restore() {
      for (const [at, button] of buttons.entries()) {
        button.disabled = false;
        button.textContent = labels[at];
      }
    }
    form.addEventListener("submit", ({ submitter }) => {
      for (const input of form.querySelectorAll("input[data-secret]")) input.type = "password";
      // Afterwards: a button that is disabled by now would not be sent, and it says what was decided.
      setTimeout(() => {
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
