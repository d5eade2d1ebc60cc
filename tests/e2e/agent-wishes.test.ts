import { afterAll, beforeAll, expect, test } from "vitest";
import { movimientosVigentes } from "#lib/connectors/banco_d/store.ts";
import { movimientosConsultar as ofD } from "#lib/connectors/banco_d/tools/movimientos-consultar.ts";
import { storeCredential, updateConnection } from "#lib/connections/index.ts";
import { addMonths, periodoOf } from "#lib/chile/index.ts";
import { withTx } from "#lib/db/context.ts";
import type { TestOrganization } from "#tests/support/scenes/api.ts";
import { readExport } from "#tests/support/read-export.ts";
import { ScriptedAgent, type CarriedOut, type Wish } from "#tests/support/agents/scripted-agent.ts";
import { rowOf } from "#tests/support/planted/row-of.ts";
import { storeRows } from "#tests/support/planted/stored-rows.ts";
import { mainLogin } from "#tests/support/scenes/sync-scene.ts";
import {
  invoice,
  tributarioScene,
  type TributarioScene,
} from "#tests/support/scenes/tributario-scene.ts";
import bounds from "./agent-wishes.json" with { type: "json" };

const allowed: Partial<Record<string, { calls: number; bytes: number }>> = bounds;

let scene: TributarioScene;
let owner: TestOrganization;
let agent: ScriptedAgent;
let month: string;
/** A complete month, whatever today is. */
let lastMonth: string;
/** Complete too, and with documents in the sandbox's registry every year: October has no purchases. */
let lastFebruary: string;
beforeAll(async () => {
  scene = await tributarioScene();
  owner = await scene.organization();
  agent = new ScriptedAgent(scene.app, owner.key);
  month = periodoOf(scene.clock.now());
  lastMonth = addMonths(periodoOf(scene.clock.now()), -1);
  const year = Number(month.slice(0, 4));
  lastFebruary = `${month > `${year}-02` ? year : year - 1}-02`;
  await scene.connect(owner.id);
  const bank = await scene.connection(owner.id, "banco_a");
  const { vault, secret } = scene.deps;
  await withTx(scene.contextOf(owner.id), (tx) =>
    storeCredential(
      { ...tx, vault, secret },
      {
        organizationId: owner.id,
        connectionId: bank,
        connector: "banco_a",
        fields: { ...mainLogin },
      },
    ),
  );
  const refused = await scene.connection(owner.id, "banco_c");
  await updateConnection(scene.deps, refused, { credencial: "rechazada" });
  const other = await scene.connection(owner.id, "banco_d");
  const rows = Array.from({ length: 700 }, (_, n) =>
    rowOf(ofD, {
      id: `d-${String(n).padStart(5, "0")}`,
      fecha: `${lastMonth}-${String((n % 28) + 1).padStart(2, "0")}`,
      descripcion: `Pago de factura ${n}`,
      monto: 1_000 + n,
    }),
  );
  const at = { organization: owner.id, connection: other };
  await storeRows(scene, at, movimientosVigentes, rows);
});
afterAll(() => scene?.close());

/** The results of earlier wishes, for those that refer to them. */
const met: { folio?: number; operacionId?: string; enlaceId?: string; exportUrl?: string } = {};
type Outcome = CarriedOut & { data: Record<string, unknown> };

interface Told extends Wish {
  holds(outcome: Outcome): void;
}

/** In order: some refer to earlier ones. */
const wishes = (): Told[] => [
  {
    ask: "trae los movimientos del mes pasado de todos mis bancos",
    said: {
      periodo: lastMonth,
      campos: ["fecha", "descripcion", "monto", "type", "sistema"],
      formato: "columnas",
      totales: true,
      limit: 500,
    },
    holds: ({ pages, data, tools }) => {
      const rows = pages.flatMap((page) => (page["movimientos"] as { filas: unknown[] }).filas);
      expect(rows).toHaveLength(700);
      const sum = 700 * 1_000 + (699 * 700) / 2;
      expect(data["totales"]).toMatchObject([{ sistema: "banco_d", filas: 700, monto: sum }]);
      expect(tools[0]).toBe("conexiones.estado.consultar");
    },
  },
  {
    ask: "is my data fresh?",
    holds: ({ data }) => expect(data["conexiones"]).toHaveLength(4),
  },
  {
    ask: "actualiza los datos del banco a",
    system: "banco_a",
    said: { periodo: lastFebruary, alcances: ["movimientos"], esperarSegundos: 25 },
    holds: ({ data }) => expect(data).toMatchObject({ status: "succeeded" }),
  },
  {
    ask: "movimientos del banco a de febrero",
    system: "banco_a",
    said: {
      periodo: lastFebruary,
      campos: ["fecha", "monto", "type"],
      formato: "columnas",
      limit: 500,
    },
    whole: true,
    holds: ({ data }) => expect(data["cobertura"]).toMatchObject({ periodos: [lastFebruary] }),
  },
  {
    ask: "list our account numbers at bank a",
    system: "banco_a",
    holds: ({ data }) => expect((data["cuentas"] as unknown[]).length).toBeGreaterThan(0),
  },
  {
    ask: "saldos de todos mis bancos",
    holds: ({ data }) => expect(data["coberturas"]).toHaveLength(3),
  },
  {
    ask: "check whether the stored password of banco a still works",
    system: "banco_a",
    holds: ({ data }) => expect(data).toMatchObject({ valida: true }),
  },
  {
    ask: "banco_c.conexion.sincronizar",
    system: "banco_c",
    said: { periodo: month },
    holds: ({ data, tools }) => {
      expect(tools).toEqual(["conexiones.enlace.crear"]);
      expect(data).toMatchObject({ modo: "reconectar" });
    },
  },
  {
    ask: "conectar un banco nuevo",
    said: { sistema: "banco_e", modo: "crear" },
    holds: ({ data }) => {
      expect(data["url"]).toMatch(/\/connect\//);
      met.enlaceId = String(data["enlaceId"]);
    },
  },
  {
    ask: "¿qué enlaces siguen abiertos?",
    said: { estado: "abierto" },
    holds: ({ data }) => expect(data["enlaces"]).toHaveLength(2),
  },
  {
    ask: "cancel the link that I sent to the wrong person",
    holds: ({ data }) => expect(data).toEqual({ enlaceId: met.enlaceId, estado: "anulado" }),
  },
  {
    ask: "facturas recibidas de proveedores en el mes",
    said: {
      periodo: lastFebruary,
      operacion: "compra",
      campos: ["fechaEmision", "razonSocial", "folio", "montoTotal", "efecto"],
      formato: "columnas",
      limit: 500,
    },
    whole: true,
    holds: ({ data, tools }) => {
      expect(tools).toContain("tributario.conexion.sincronizar");
      expect((data["documentos"] as { filas: unknown[] }).filas.length).toBeGreaterThan(0);
    },
  },
  {
    ask: "monthly totals of the sales and purchase ledger",
    said: { periodo: lastFebruary, operacion: "compra" },
    holds: ({ data }) => expect((data["resumen"] as unknown[]).length).toBeGreaterThan(0),
  },
  {
    ask: "emitir una factura a un cliente",
    said: invoice(12_000),
    act: true,
    holds: ({ data }) => {
      expect(data).toMatchObject({ folio: expect.any(Number) });
      met.folio = Number(data["folio"]);
      met.operacionId = String(data["operacionId"]);
    },
  },
  {
    ask: "no sé si la factura se emitió o no",
    get said() {
      return { operacionId: met.operacionId };
    },
    holds: ({ data }) => expect(JSON.stringify(data)).toContain("emitido"),
  },
  {
    ask: "download the PDF of the invoice",
    get said() {
      return { operacionId: met.operacionId };
    },
    holds: ({ data }) => expect(data).toMatchObject({ folio: met.folio }),
  },
  {
    ask: "anular la factura",
    get said() {
      return { tipoDte: 33, folio: met.folio };
    },
    act: true,
    holds: ({ data }) => expect(data).toMatchObject({ documento: { estado: "anulado" } }),
  },
  {
    ask: "exportar todos los movimientos del mes pasado a un archivo csv",
    said: {
      tool_id: "conexiones.movimientos.consultar",
      input: { periodo: lastMonth, campos: ["fecha", "descripcion", "monto"] },
      formato: "csv",
    },
    holds: ({ data, tools }) => {
      expect(tools.at(-1)).toBe("conexiones.exportacion.crear");
      met.exportUrl = String(data["url"]);
    },
  },
  {
    ask: "which systems can be connected",
    holds: ({ data }) => expect((data["sistemas"] as unknown[]).length).toBeGreaterThan(8),
  },
  {
    ask: "book a flight to Madrid",
    holds: ({ tools }) => expect(tools).toEqual([]),
  },
];

test("twenty wishes are fulfilled by following the answers themselves", async () => {
  const told = wishes();
  expect(told).toHaveLength(20);
  const over: string[] = [];
  for (const { holds, ...wish } of told) {
    const { said } = wish;
    const outcome = await agent.carryOut({ ...wish, ...(said !== undefined && { said }) });
    const { calls, bytes, code, tools } = outcome;
    console.log(`${calls} calls, ${bytes} bytes: ${wish.ask} (${tools.join(", ")})`);
    expect(code, `${wish.ask}: ${tools.join(", ")}`).toBeNull();
    holds({ ...outcome, data: outcome.pages[0] ?? {} });
    const bound = allowed[wish.ask];
    if (bound === undefined) throw new Error(`no bound for ${wish.ask}`);
    if (calls > bound.calls || bytes > bound.bytes) over.push(`${wish.ask}: ${calls}, ${bytes}`);
  }
  expect(over).toEqual([]);
  const { text } = await readExport(scene.app, met.exportUrl ?? "");
  expect(text.trimEnd().split("\r\n")).toHaveLength(1 + 700);
}, 180_000);
