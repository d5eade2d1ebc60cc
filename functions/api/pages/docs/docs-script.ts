/**
 * Adds a copy button to each piece of code, and keeps the chosen code language from page to page. Without it the
 * pages say and do the same.
 */
export const docsScript = String.raw`
(() => {
  const { copy, copied } = document.body.dataset;
  if (navigator.clipboard) {
    for (const pre of document.querySelectorAll(".code > pre")) {
      const button = document.createElement("button");
      button.type = "button";
      button.className = "copy";
      button.textContent = copy;
      button.setAttribute("aria-live", "polite");
      button.addEventListener("click", async () => {
        await navigator.clipboard.writeText(pre.textContent);
        button.textContent = copied;
        setTimeout(() => (button.textContent = copy), 2000);
      });
      pre.after(button);
    }
  }
  const tabs = [...document.querySelectorAll(".tabs > input")];
  const choose = (language) => {
    for (const tab of tabs) if (tab.value === language) tab.checked = true;
  };
  let kept;
  try {
    kept = window.localStorage;
  } catch {
    return; // If the browser stores nothing, each page begins with the first language.
  }
  choose(kept.getItem("connect.docs.language"));
  for (const tab of tabs) {
    tab.addEventListener("change", () => {
      kept.setItem("connect.docs.language", tab.value);
      choose(tab.value);
    });
  }
})();
`;
