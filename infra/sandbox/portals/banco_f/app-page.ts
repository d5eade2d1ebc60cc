import { html, raw } from "hono/html";
import { tokenKey, type Html } from "./entry-pages.ts";

/** One page; all that it shows comes as JSON, with the token in a header. */
const script = `
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
      ${raw(constants + script)};
    </script>`;
}
