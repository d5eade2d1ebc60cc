/** What the pages do better with scripts: nothing in here is needed to get through them. */
export const dashboardScript = String.raw`"use strict";
(() => {
  function revealable(input) {
    const button = document.createElement("button");
    const says = (word) => {
      button.textContent = word;
      button.setAttribute("aria-label", word + " " + input.dataset.secret);
    };
    button.type = "button";
    button.setAttribute("aria-controls", input.id);
    says("Mostrar");
    button.addEventListener("click", () => {
      const shown = input.type === "text";
      input.type = shown ? "password" : "text";
      says(shown ? "Mostrar" : "Ocultar");
    });
    input.parentElement.classList.add("shown");
    input.after(button);
  }

  for (const input of document.querySelectorAll("input[data-secret]")) revealable(input);
  for (const form of document.querySelectorAll("main form")) {
    const buttons = [...form.querySelectorAll("button:not([type=button])")];
    const labels = buttons.map((button) => button.textContent);
    form.addEventListener("submit", ({ submitter }) => {
      for (const input of form.querySelectorAll("input[data-secret]")) input.type = "password";
      // Afterwards: a button that is disabled by now would not be sent, and it says what was decided.
      setTimeout(() => {
        for (const button of buttons) button.disabled = true;
        if (submitter !== null) submitter.textContent = "Un momento…";
      });
    });
    addEventListener("pageshow", (event) => {
      if (!event.persisted) return;
      for (const [at, button] of buttons.entries()) {
        button.disabled = false;
        button.textContent = labels[at];
      }
    });
  }
  const note = document.querySelector(".note[tabindex]");
  if (note !== null && document.querySelector("[aria-invalid=true]") === null) note.focus();
})();
`;
