/** Part of a page's script: polls the changing part, often at first, then less, never while hidden. */
export const live = String.raw`
  function live(section) {
    const id = section.dataset.live;
    const page = section.dataset.page ?? location.href;
    const part = section.querySelector("[data-part]");
    const offline = section.querySelector("[data-offline]");
    const button = offline.querySelector("button");
    const status = section.querySelector("[data-says]");
    const began = Date.now();
    let etag = null;
    let seen = Date.now();
    let failures = 0;
    let timer = 0;
    let isAsking = false;
    /** For people who do not see that the part changed, or no longer does. */
    const say = (text) => {
      if (status !== null && status.textContent !== text) status.textContent = text;
    };
    const line = () => part.querySelector("[data-line]")?.dataset.line ?? "";
    const isFinal = () => part.querySelector("[data-final=si]") !== null;
    const pause = () => {
      const age = Date.now() - began;
      return age < 30e3 ? 1e3 : age < 180e3 ? 3e3 : 10e3;
    };
    function next(ms) {
      clearTimeout(timer);
      if (!isFinal() && !document.hidden) timer = setTimeout(ask, ms);
    }
    /** Elements that can have the focus, identified by what a person would recognise. */
    const places = () =>
      [...part.querySelectorAll("a, button, summary, [tabindex]")].map((at) => {
        const { href, textContent, form } = at;
        return { at, known: [at.tagName, href ?? textContent, form?.action].join() };
      });
    function swap(markup) {
      const before = places().find(({ at }) => at === document.activeElement);
      const opened = [...part.querySelectorAll("details")].map(({ open }) => open);
      part.innerHTML = markup;
      for (const [at, details] of part.querySelectorAll("details").entries()) {
        details.open = opened[at] ?? false;
      }
      if (before !== undefined) {
        const same = places().find(({ known }) => known === before.known);
        (same?.at ?? section).focus({ preventScroll: true });
      }
      say(line());
      for (const form of part.querySelectorAll("form")) once(form);
    }
    /** Stops polling, because every answer would be that of another page. */
    function stop(why, label) {
      part.removeAttribute("aria-busy");
      offline.hidden = false;
      offline.firstElementChild.textContent = why;
      say(why);
      button.textContent = label;
      button.addEventListener("click", () => location.assign(page));
    }
    async function ask() {
      if (isAsking) return;
      isAsking = true;
      part.setAttribute("aria-busy", "true");
      let wait = pause();
      try {
        const headers = { "x-fragment": id };
        if (etag !== null) headers["if-none-match"] = etag;
        const answer = await fetch(page, { headers, cache: "no-store" });
        if (answer.redirected) return stop("Tu sesión terminó.", "Entrar otra vez");
        if (answer.status === 404) return stop("Ya no está aquí, o ya no puedes verlo.", "Cargar la página");
        const retry = Number(answer.headers.get("retry-after"));
        if (retry > 0) wait = retry * 1e3;
        if (answer.status !== 304) {
          const given = answer.headers.get("etag");
          if (!answer.ok || given === null) throw new Error(String(answer.status));
          swap(await answer.text());
          etag = given;
        }
        seen = Date.now();
        if (failures > 2) say(line());
        failures = 0;
      } catch {
        failures += 1;
        if (failures > 2) say("Sin conexión.");
      }
      isAsking = false;
      part.removeAttribute("aria-busy");
      offline.hidden = failures < 3;
      const seconds = Math.round((Date.now() - seen) / 1e3);
      offline.firstElementChild.textContent = "Sin conexión, última lectura hace " + seconds + " s.";
      next(wait);
    }
    button.addEventListener("click", ask);
    document.addEventListener("visibilitychange", () => next(0));
    next(1e3);
  }
`;
