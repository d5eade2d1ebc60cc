/** Part of a page's script: a button next to a password that shows it. `data-secret` names the field. */
export const revealable = String.raw`
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
`;
