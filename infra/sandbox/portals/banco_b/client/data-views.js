import { get, post } from "./api.js";
import { el, select, table } from "./dom.js";

const compact = (date) => date.replaceAll("-", "");

function form(onSubmit, ...fields) {
  const submit = (event) => {
    event.preventDefault();
    void onSubmit(Object.fromEntries(new FormData(event.currentTarget)));
  };
  return el(
    "form",
    { class: "filtro", submit },
    ...fields,
    el("button", { type: "submit" }, "Consultar"),
  );
}

/** Shows a list page by page; "Ver más" requests the next one. */
async function paged(into, ask, render) {
  const rows = [];
  const next = async (page) => {
    const { found, more } = await ask(page);
    rows.push(...found);
    into.replaceChildren(
      render(rows),
      more ? el("button", { class: "ver-mas", click: () => void next(page + 1) }, "Ver más") : "",
    );
  };
  await next(1);
}

export async function balances(into) {
  const { saldos } = await post("/saldos");
  into.replaceChildren(
    table(
      "saldos",
      ["Cuenta", "Moneda", "Contable", "Disponible", "Provisorio"],
      saldos.map((one) => [
        one.cuenta,
        one.moneda,
        one.saldoContable,
        one.saldoDisponible,
        one.saldoProvisorio,
      ]),
    ),
  );
}

export async function movements(into) {
  const { cuentas } = await get("/cuentas");
  const result = el("div", { id: "resultado" });
  const online = (cuenta) =>
    paged(
      result,
      async (pagina) => {
        const { movimientos, hayMas } = await post("/movimientos/en-linea", { cuenta, pagina });
        return { found: movimientos, more: hayMas };
      },
      (rows) =>
        table(
          "movimientos",
          ["Fecha", "N°", "Glosa", "Documento", "Cargo", "Abono", "Saldo"],
          rows.map((one) => [
            one.fecMov,
            one.secuencia,
            one.glosa,
            one.nroDoc,
            one.cargo,
            one.abono,
            one.saldo,
          ]),
        ),
    );
  const historical = (cuenta, mes) =>
    paged(
      result,
      async (pagina) => {
        const answer = await post("/movimientos/cartola-historica", { cuenta, mes, pagina });
        return { found: answer.detalle, more: answer.paginaActual < answer.totalPaginas };
      },
      (rows) =>
        table(
          "movimientos",
          ["Fecha", "Orden", "Descripción", "N° Documento", "D/C", "Monto", "Saldo"],
          rows.map((one) => [
            one.fecha,
            one.ord,
            one.descripcion,
            one.numeroDocumento,
            one.naturaleza,
            one.monto,
            one.saldoLinea,
          ]),
        ),
    );
  into.replaceChildren(
    form(
      ({ cuenta, mes }) => (mes === "" ? online(cuenta) : historical(cuenta, compact(mes))),
      select(
        "cuenta",
        cuentas.map((one) => [one.numero, `${one.tipo} ${one.numero}`]),
      ),
      el("label", {}, "Mes (vacío: mes en curso) ", el("input", { name: "mes", type: "month" })),
    ),
    result,
  );
}

export async function transfers(into) {
  const result = el("div", { id: "resultado" });
  const list = ({ sentido, desde, hasta }) =>
    paged(
      result,
      async (pagina) => {
        const range = { desde: compact(desde), hasta: compact(hasta), pagina };
        const answer = await post(`/transferencias/${sentido}`, range);
        return { found: answer[sentido], more: answer.hayMas };
      },
      (rows) => table("transferencias", Object.keys(rows[0] ?? {}), rows.map(Object.values)),
    );
  into.replaceChildren(
    form(
      list,
      select("sentido", [
        ["enviadas", "Enviadas"],
        ["recibidas", "Recibidas"],
      ]),
      el("input", { name: "desde", type: "date", required: "" }),
      el("input", { name: "hasta", type: "date", required: "" }),
    ),
    result,
  );
}

export async function batches(into) {
  const result = el("div", { id: "resultado" });
  const detail = (idNomina) =>
    paged(
      result,
      async (pagina) => {
        const answer = await post("/nominas/detalle", { idNomina, pagina });
        return { found: answer.pagos, more: pagina < answer.totalPaginas };
      },
      (rows) => table("pagos", Object.keys(rows[0] ?? {}), rows.map(Object.values)),
    );
  const list = async ({ mes }) => {
    const { nominas } = await post("/nominas", { mes: compact(mes) });
    result.replaceChildren(
      table("nominas", Object.keys(nominas[0] ?? {}), nominas.map(Object.values)),
      ...nominas.map(({ idNomina, nombre }) =>
        el(
          "button",
          { "data-nomina": idNomina, click: () => void detail(idNomina) },
          `Detalle ${nombre ?? idNomina}`,
        ),
      ),
    );
  };
  into.replaceChildren(
    form(list, el("input", { name: "mes", type: "month", required: "" })),
    result,
  );
}
