import { html, raw } from "hono/html";
import type { Context } from "hono";
import { htmlPage, type Html } from "../../bank/html-page.ts";
import type { SandboxEnv, World } from "../../system/system.ts";

const tokenKey = "bf.token";

const style = `body{margin:0;font:15px/1.5 "Segoe UI",Arial,sans-serif;background:#10151c;color:#e6edf5}
main{max-width:1000px;margin:32px auto;padding:0 20px}form,.tarjeta{background:#1a222d;border:1px solid #2b3746;border-radius:10px;padding:18px 22px;margin:14px 0}
input,select,button{font:inherit;padding:7px 11px;border-radius:6px;border:1px solid #3b4a5d;background:#0d1218;color:inherit;margin:3px}
button{background:#1668c9;border-color:#1668c9;cursor:pointer}[role=alert]{color:#ffb86b}
ul{list-style:none;padding:0}li{display:grid;grid-template-columns:150px 1fr 170px 170px;gap:10px;padding:6px 4px;border-bottom:1px solid #2b3746}
li b{text-align:right}small{color:#9fb0c3;grid-column:2}`;

export function page(
  c: Context<SandboxEnv>,
  world: World,
  title: string,
  body: Html,
): Response | Promise<Response> {
  const head = { title: `F Negocios - ${title}`, style };
  return htmlPage(c, world, head, html`<main>${body}</main>`);
}

export function loginPage(base: string, notice?: string): Html {
  return html`<h1>F Negocios</h1>
    ${notice ? html`<p role="alert">${notice}</p>` : ""}
    <form id="entrar" method="post" action="${base}/entrar">
      <label>RUT <input name="run" autocomplete="username" /></label>
      <label>
        Contraseña <input name="pass" type="password" autocomplete="current-password" />
      </label>
      <button type="submit">Iniciar sesión</button>
    </form>`;
}

/** Gives the token to the browser; no cookie and no address ever contains it. */
export function tokenPage(target: string, token: string): Html {
  const script = `sessionStorage.setItem("${tokenKey}", "${token}"); location.replace("${target}");`;
  return html`<p>Iniciando sesión…</p>
    <script>
      ${raw(script)};
    </script>`;
}

/** The bank's other business portal: another design, other words, and no data for anybody to read. */
export function variantPage(base: string): Html {
  const script = `document.getElementById("finalizar").addEventListener("click", async () => {
  const authorization = "Bearer " + sessionStorage.getItem("${tokenKey}");
  await fetch("${base}/api/v2/salir", { method: "POST", headers: { authorization } });
  sessionStorage.clear(); location.replace("${base}/entrar");
});`;
  return html`<section id="mercados">
      <h2>F Mercados</h2>
      <p>Derivados · Renta fija · Custodia</p>
      <button id="finalizar">Finalizar</button>
    </section>
    <script>
      ${raw(script)};
    </script>`;
}

/** One page; all its data comes as JSON, with the token in a header. */
const appScript = `
const token = sessionStorage.getItem(KEY), app = document.getElementById("app");
const ir = (donde) => { sessionStorage.clear(); location.replace(BASE + donde); };
const pedir = async (ruta, method = "GET") => {
  const respuesta = await fetch(BASE + "/api/v2" + ruta, { method, headers: { authorization: "Bearer " + token } });
  const datos = await respuesta.json();
  if (datos.codigo === "SESION_FINALIZADA") ir("/entrar?fin=1");
  if (datos.codigo !== "OK") throw new Error(datos.mensaje);
  return datos;
};
const el = (nombre, texto, ...hijos) => {
  const nodo = document.createElement(nombre);
  if (texto) nodo.textContent = texto;
  nodo.append(...hijos);
  return nodo;
};
const boton = (texto, accion) => {
  const nodo = el("button", texto);
  nodo.type = "button";
  nodo.onclick = () => accion(nodo).catch((error) => app.append(el("p", error.message)));
  return nodo;
};
const numero = (texto, moneda) => {
  const valor = (texto.endsWith("-") ? -1 : 1) * Number(texto.replace("-", "")) / 100;
  return new Intl.NumberFormat("es-CL", { style: "currency", currency: moneda }).format(valor);
};
const salir = boton("Salir", async () => { await pedir("/salir", "POST"); ir("/entrar"); });
const elegir = async () => {
  const { empresas } = await pedir("/empresas");
  app.replaceChildren(el("h1", "Elija una empresa"), ...empresas.map((empresa) =>
    boton(empresa.razonSocial + " " + empresa.rut, () => abrir(empresa.id))), salir);
};
const abrir = async (id) => {
  const { titular, cuentas } = await pedir("/empresas/" + id + "/cuentas");
  const vista = el("div", "");
  const cuenta = el("select", "", ...cuentas.map((una) => new Option(una.numero + " " + una.tipo, una.numero)));
  cuenta.setAttribute("aria-label", "Cuenta");
  const mes = el("input", "");
  mes.setAttribute("aria-label", "Mes (AAAAMM)");
  const moneda = () => cuentas.find((una) => una.numero === cuenta.value).currency;
  const saldos = async () => {
    const datos = await pedir("/empresas/" + id + "/saldos");
    vista.replaceChildren(el("ul", "", ...datos.saldos.map((saldo) => el("li", "", el("span", saldo.cuenta),
      el("span", saldo.currency), el("b", numero(saldo.contable, saldo.currency)), el("b", numero(saldo.disponible, saldo.currency))))));
  };
  const movimientos = async (continuacion, lista = el("ul", "")) => {
    const busca = new URLSearchParams({ mes: mes.value, ...(continuacion ? { continuacion } : {}) });
    const datos = await pedir("/empresas/" + id + "/cuentas/" + cuenta.value + "/movimientos?" + busca);
    if (datos.estado === "SIN_MOVIMIENTOS") return vista.replaceChildren(el("p", "Sin movimientos"));
    lista.append(...datos.movimientos.map((fila) => el("li", "", el("span", fila.fechaMovimiento), el("span", fila.glosa),
      el("b", numero(fila.monto, moneda())), el("b", fila.saldo ? numero(fila.saldo, moneda()) : ""), el("small", fila.detalle || ""))));
    const mas = boton("Ver más", async () => { mas.remove(); await movimientos(datos.continuacion, lista); });
    vista.replaceChildren(lista, ...(datos.continuacion ? [mas] : []));
  };
  app.replaceChildren(el("h1", titular.nombre), el("p", titular.rut), boton("Saldos", saldos),
    cuenta, mes, boton("Movimientos", () => movimientos()), boton("Cambiar empresa", elegir), salir, vista);
};
if (token) elegir().catch((error) => app.append(el("p", error.message))); else ir("/entrar");`;

export function appPage(base: string): Html {
  const constants = `const BASE = "${base}", KEY = "${tokenKey}";`;
  return html`<div id="app"><p>Cargando…</p></div>
    <script>
      ${raw(constants + appScript)};
    </script>`;
}
