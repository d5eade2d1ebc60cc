const app = document.getElementById("app");

/** `el("p", { class: "aviso" }, "texto", otherElement)` */
export function el(name, attributes = {}, ...children) {
  const element = document.createElement(name);
  for (const [key, value] of Object.entries(attributes)) {
    if (typeof value === "function") element.addEventListener(key, value);
    if (typeof value === "string") element.setAttribute(key, value);
  }
  element.append(...children.filter((child) => child !== null && child !== undefined));
  return element;
}

export function show(state, ...children) {
  app.replaceChildren(...children);
  app.dataset.estado = state;
}

export function table(id, heads, rows) {
  if (rows.length === 0) return el("p", { class: "vacio" }, "No hay información para mostrar");
  return el(
    "table",
    { id },
    el("thead", {}, el("tr", {}, ...heads.map((head) => el("th", {}, head)))),
    el(
      "tbody",
      {},
      ...rows.map((row) => el("tr", {}, ...row.map((cell) => el("td", {}, String(cell ?? ""))))),
    ),
  );
}

export function select(name, options) {
  return el("select", { name }, ...options.map(([value, text]) => el("option", { value }, text)));
}
