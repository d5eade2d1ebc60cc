import { createHash } from "node:crypto";
import { revealable } from "../../../../pages/reveal-script.ts";

/** Optional script for the pages: everything also works without it. */
export const connectScript = String.raw`"use strict";
(() => {
  const rutWeights = [2, 3, 4, 5, 6, 7];

  function rutOf(text) {
    const found = /^(\d{1,8})([\dK])$/.exec(text.toUpperCase().replace(/[.\-\s]/g, "").replace(/^0+/, ""));
    if (!found) return null;
    let sum = 0;
    [...found[1]].reverse().forEach((digit, place) => { sum += digit * rutWeights[place % 6]; });
    const check = "0K987654321"[sum % 11];
    if (check !== found[2]) return null;
    return found[1].replace(/\B(?=(\d{3})+$)/g, ".") + "-" + found[2];
  }

  function problemOf(input) {
    if (input.value.trim() === "") return input.required ? input.dataset.empty : null;
    if (input.dataset.rut !== undefined && rutOf(input.value) === null) return input.dataset.invalid;
    return null;
  }

  function show(input, problem) {
    const slot = document.getElementById(input.id + "-error");
    if (problem === null) input.removeAttribute("aria-invalid");
    else input.setAttribute("aria-invalid", "true");
    slot.textContent = problem ?? "";
    slot.hidden = problem === null;
  }

  function typeRut(input) {
    input.addEventListener("input", () => {
      const atEnd = input.selectionStart === input.value.length;
      const whole = rutOf(input.value);
      if (whole === null) return;
      show(input, null);
      if (atEnd) input.value = whole;
    });
    input.addEventListener("blur", () => {
      const whole = rutOf(input.value);
      if (whole !== null) input.value = whole;
      if (input.value.trim() !== "") show(input, problemOf(input));
    });
  }

${revealable}
  function form(element) {
    const inputs = [...element.querySelectorAll("input:not([type=hidden])")];
    const button = element.querySelector("[type=submit]");
    const label = button.textContent;
    element.noValidate = true;
    for (const input of inputs) {
      if (input.dataset.rut !== undefined) typeRut(input);
      if (input.type === "password") revealable(input);
      input.addEventListener("change", () => { if (problemOf(input) === null) show(input, null); });
    }
    element.addEventListener("submit", (event) => {
      for (const input of inputs) show(input, problemOf(input));
      const wrong = inputs.find((input) => problemOf(input) !== null);
      if (wrong !== undefined) {
        event.preventDefault();
        if (!document.title.startsWith("Error: ")) document.title = "Error: " + document.title;
        wrong.focus();
        return;
      }
      for (const input of inputs) if (input.dataset.secret !== undefined) input.type = "password";
      button.disabled = true;
      button.textContent = "Enviando…";
    });
    addEventListener("pageshow", (event) => {
      if (!event.persisted) return;
      button.disabled = false;
      button.textContent = label;
    });
  }

  function progress(list) {
    const live = document.getElementById("vivo");
    const steps = [...list.children];
    const say = (text) => { if (live.textContent !== text) live.textContent = text; };
    const startedAt = Date.now();

    function draw(current) {
      steps.forEach((step, place) => {
        step.className = place < current ? "done" : place === current ? "now" : "";
        if (place === current) step.setAttribute("aria-current", "step");
        else step.removeAttribute("aria-current");
      });
    }

    async function poll() {
      try {
        const response = await fetch(list.dataset.status, { cache: "no-store" });
        if (!response.ok) throw new Error(String(response.status));
        const seen = await response.json();
        if (seen.state !== "verifying") { location.replace(seen.next); return; }
        draw(seen.current);
        say(seen.message);
      } catch {
        say(list.dataset.offline);
      }
      setTimeout(poll, Date.now() - startedAt < 30000 ? 1000 : 3000);
    }
    setTimeout(poll, 500);
  }

  const note = document.querySelector(".note[tabindex]");
  if (note !== null && document.querySelector("[aria-invalid=true]") === null) note.focus();
  const asked = document.querySelector("form");
  if (asked !== null) form(asked);
  const list = document.querySelector("[data-status]");
  if (list !== null) progress(list);
})();
`;

const hash = createHash("sha256").update(connectScript).digest("hex").slice(0, 16);

/** The name changes with the text, so the response may be cached for ever. */
export const scriptPath = `/connect/assets/enlace.${hash}.js`;
