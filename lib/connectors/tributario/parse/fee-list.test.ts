import { expect, test } from "vitest";
import { Periodo } from "#lib/chile/index.ts";
import { parseFeePage } from "./fee-list.ts";

const unexpected = expect.objectContaining({ code: "upstream_unexpected_response" });
const periodo = Periodo.parse("2026-08");
const received = { lado: "recibidas", periodo } as const;
const issued = { lado: "emitidas", periodo } as const;

const about = (lado: string, cantidad = "2"): string[] => [
  `dato['periodo'] = '08/2026';`,
  `dato['lado'] = '${lado}';`,
  `dato['cantidad'] = '${cantidad}';`,
  `dato['hay_mas'] = 'S';`,
];
const link = (code: string): string =>
  `<a href="/honorarios/documento?origen=PORTAL&txt_codigobarras=${code}">Ver<\\/a>`;
const common = {
  nroboleta: "120",
  fecha: "05/08/2026",
  estado: "N",
  fechaanulacion: "",
  fechasolicitud: "",
  sociedadprofesional: "NO",
  observada: "NO",
  totalhonorarios: "500.000",
  retencionreceptor: "76.250",
  honorariosliquidos: "423.750",
  usuario: "Empresa de prueba",
};
const fromPerson = {
  ...common,
  rutemisor: "12345678",
  dvemisor: "5",
  nombreemisor: String.raw`Íngrid Mu\u00f1oz \'la Ñata\'`,
  ver: link("1234567800012012345"),
};
const toCompany = {
  ...common,
  rutreceptor: "76177907",
  dvreceptor: "9",
  nombrereceptor: "Cliente SpA",
  retencionemisor: "0",
  ver: link("765558352000120A1B2C"),
};

function page(lines: readonly string[], rows: readonly object[]): string {
  const assignments = rows.flatMap((row, index) =>
    Object.entries(row).map(([name, text]) => `fila['${name}_${index + 1}'] = '${text}';`),
  );
  return `<h1>Informe</h1><script>\nvar dato = {}, fila = {};\n${[...lines, ...assignments].join("\n")}\n</script>
<script>for (i = 1; i < 3; i++) mostrar(fila['nombreemisor_' + i]);</script>`;
}

test("a received receipt has its bar code from the link, and nothing of the issuer's part", () => {
  const read = parseFeePage(page(about("RECIBIDAS", "31"), [fromPerson]), received);
  expect(read).toEqual({
    total: 31,
    rows: [
      {
        name: expect.stringContaining("120|"),
        boleta: {
          lado: "recibidas",
          folio: 120,
          codigoBarras: "1234567800012012345",
          fecha: "2026-08-05",
          rutContraparte: "12345678-5",
          nombreContraparte: "Íngrid Muñoz 'la Ñata'",
          bruto: 500_000,
          retencionEmisor: null,
          retencionReceptor: 76_250,
          liquido: 423_750,
          tasaRetencion: 15.25,
          estado: "VIGENTE",
          fechaAnulacion: null,
          observada: false,
          sociedadProfesional: false,
        },
      },
    ],
  });
});

const only = (row: object) => parseFeePage(page(about("EMITIDAS"), [row]), issued).rows[0]?.boleta;

test.each([
  ["N", "", "", "VIGENTE"],
  ["N", "20/11/2026", "", "VIGENTE_ANULACION_PENDIENTE"],
  ["S", "", "21/11/2026", "ANULADA"],
])(
  "state %s, asked on %j, annulled on %j is %s",
  (estado, fechasolicitud, fechaanulacion, word) => {
    const row = { ...toCompany, estado, fechasolicitud, fechaanulacion };
    expect(only(row)).toMatchObject({ estado: word });
  },
);

test.each([["0"], [""], ["S/R"]])("somebody whose RUT is written %j has none", (rutreceptor) => {
  const row = { ...toCompany, rutreceptor, dvreceptor: "" };
  expect(only(row)).toMatchObject({ rutContraparte: null, retencionEmisor: 0 });
});

test.each([
  ["a state that nobody knows", { estado: "V" }],
  ["an amount that is none", { totalhonorarios: "" }],
  ["no bar code in its link", { ver: "<a href='/honorarios/documento'>Ver</a>" }],
  ["a day that is none", { fecha: "2026" }],
  ["an annulment on no day", { fechaanulacion: "ayer" }],
  ["a folio that is none", { nroboleta: "s/n" }],
  ["a RUT whose digit is wrong", { dvreceptor: "1" }],
])("a receipt with %s is counted, and no value is guessed", (_name, wrong) => {
  const broken = page(about("EMITIDAS"), [{ ...toCompany, ...wrong }, toCompany]);
  const { rows } = parseFeePage(broken, issued);
  expect(rows.map(({ boleta }) => boleta?.folio ?? null)).toEqual([null, 120]);
});

test.each([
  ["of the other side", page(about("RECIBIDAS"), [toCompany])],
  ["of another month", page(["dato['periodo'] = '07/2026';"], [toCompany])],
  ["without its count", page(about("EMITIDAS", ""), [toCompany])],
  ["without a field", page(about("EMITIDAS"), [fromPerson])],
])("a report %s is another shape", (_name, html) => {
  expect(() => parseFeePage(html, issued)).toThrow(unexpected);
});

test("a month without receipts has no rows", () => {
  expect(parseFeePage(page(about("EMITIDAS", "0"), []), issued)).toEqual({ total: 0, rows: [] });
});
