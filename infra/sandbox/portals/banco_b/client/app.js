import { get, post } from "./api.js";
import { balances, batches, movements, transfers } from "./data-views.js";
import { el, show } from "./dom.js";
import { companiesView, loginView } from "./entry-views.js";

const sections = {
  saldos: ["Saldos", balances],
  movimientos: ["Movimientos", movements],
  transferencias: ["Transferencias", transfers],
  nominas: ["Nóminas", batches],
};
let company = null;

/** When a session has ended, any page shows the login. */
function failed(error) {
  if (error.codigo === "98") return loginView(error.message, entered);
  return show("error", el("p", { class: "aviso", role: "alert" }, error.message));
}

function entered({ portal, destino }) {
  if (portal !== "EMPRESAS") return window.location.assign(destino);
  return companiesView(chosen, failed).catch(failed);
}

function chosen(empresa) {
  company = empresa;
  window.location.hash = "#/saldos";
  return section();
}

async function logOut() {
  await post("/sesion/salir");
  company = null;
  window.location.hash = "";
  loginView("Su sesión ha sido cerrada", entered);
}

async function section() {
  const found = sections[window.location.hash.slice(2)];
  if (!company || !found) return;
  const [title, view] = found;
  const content = el("main", {}, "Cargando…");
  show(
    "inicio",
    el("header", {}, el("b", { id: "empresa" }, `${company.razonSocial} · ${company.rut}`)),
    el(
      "nav",
      {},
      ...Object.entries(sections).map(([name, [text]]) => el("a", { href: `#/${name}` }, text)),
      el("button", { id: "salir", click: () => void logOut() }, "Cerrar sesión"),
    ),
    el("h1", {}, title),
    content,
  );
  await view(content);
}

window.addEventListener("unhandledrejection", (event) => failed(event.reason));
window.addEventListener("hashchange", () => void section());

try {
  const { empresa } = await get("/sesion");
  if (empresa) await chosen(empresa);
  else await companiesView(chosen, failed);
} catch {
  loginView(undefined, entered);
}
