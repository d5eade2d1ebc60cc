import type { Child } from "hono/jsx";
import { displaySigned } from "#lib/chile/index.ts";
import type { FeeReceiptPolicy } from "#lib/acts/fee-receipts/index.ts";
import type { Nav } from "../../request/page-request.ts";
import { counted, plainText, rutText } from "../../texts/words.ts";
import { Field, Form, Submit, Tick } from "../parts/parts.tsx";
import { UnclearLimit } from "../parts/permission-ticks.tsx";
import { Shell } from "../parts/shell.tsx";
import type { TwoValues } from "../parts/two-values.tsx";

export const feeReceiptLimitsPath = (organizationId: string): string =>
  `/dashboard/${organizationId}/honorarios/limites`;

interface LimitsProps {
  nav: Nav;
  organizationId: string;
  /** Null: never set. */
  policy: FeeReceiptPolicy | null;
  version: string;
  connections: readonly { id: string; nombre: string; rut: string | null }[];
  /** The invalid fields. */
  problems?: ReadonlySet<string>;
  seal(path: string): string;
  note?: Child;
}

const days = "Entre 0 y 92.";
const pesos = "Pesos enteros, desde 1.";

/** Each number of the form: its label and its bounds. */
const numbers = [
  {
    name: "montoMaximo",
    label: "Monto máximo de una boleta, en pesos",
    rule: pesos,
    usual: 100_000,
  },
  { name: "montoDiario", label: "Monto máximo de un día, en pesos", rule: pesos, usual: 500_000 },
  {
    name: "cantidadDiaria",
    label: "Máximo de boletas en un día",
    rule: "De 1 a 10.000.",
    usual: 10,
  },
  {
    name: "diasAtras",
    label: "Días hacia atrás que puede tener la fecha",
    rule: days,
    usual: 0,
  },
  {
    name: "diasAdelante",
    label: "Días hacia adelante que puede tener la fecha",
    rule: days,
    usual: 0,
  },
] as const;

export function FeeReceiptLimitsPage(props: LimitsProps) {
  const { nav, organizationId, policy, version, seal, note } = props;
  const path = feeReceiptLimitsPath(organizationId);
  const problems = props.problems ?? new Set<string>();
  return (
    <Shell title="Límites de honorarios" nav={nav}>
      <h1>Límites de honorarios</h1>
      <p class="lead">
        Con esto decides qué boletas de honorarios puede pedir un agente o un programa sin que una
        persona las mire. Lo que se pase de un límite se rechaza antes de llegar al portal.
      </p>
      {note}
      {problems.has("conexiones") && <UnclearLimit />}
      <Form action={path} seal={seal(path)} version={version}>
        <fieldset>
          <legend>Emisión</legend>
          <Tick name="habilitado" value="si" checked={policy?.habilitado === true}>
            Se pueden pedir boletas
            <span class="hint">Sin marcar no se pide ninguna. Anularlas también se detiene.</span>
          </Tick>
        </fieldset>
        {numbers.map(({ name, label, rule, usual }) => (
          <Field
            name={name}
            label={label}
            value={String(policy?.[name] ?? usual)}
            hint={rule}
            problem={problems.has(name) ? rule : null}
            maxlength={15}
          />
        ))}
        <Connections {...props} />
        <Field
          name="receptores"
          label="RUT de los receptores permitidos"
          value={(policy?.receptores ?? []).map(rutText).join(", ")}
          hint="Separados por comas. Vacío: cualquiera."
          problem={
            problems.has("receptores") ? "Uno de ellos no es un RUT, o son más de 200." : null
          }
          optional
          maxlength={3_000}
        />
        <Submit>Guardar</Submit>
      </Form>
    </Shell>
  );
}

function Connections({ connections, policy }: LimitsProps) {
  const named = policy?.conexiones ?? null;
  return (
    <fieldset>
      <legend>Conexiones que pueden emitir</legend>
      <Tick name="cuales" value="todas" checked={named === null} radio>
        Todas
      </Tick>
      <Tick name="cuales" value="algunas" checked={named !== null} radio>
        Solo estas:
      </Tick>
      {connections.map(({ id, nombre, rut }) => (
        <Tick name="conexiones" value={id} checked={named?.includes(id) === true}>
          {plainText(nombre)}
          {rut !== null && <span class="hint">{rutText(rut)}</span>}
        </Tick>
      ))}
    </fieldset>
  );
}

/** Both versions of a policy, to choose from. */
export function limitTexts(
  now: FeeReceiptPolicy | null,
  yours: FeeReceiptPolicy,
  names: ReadonlyMap<string, string>,
): TwoValues[] {
  const [ofNow, ofYours] = [textsOf(now, names), textsOf(yours, names)];
  return Object.keys(ofYours).map((label) => ({
    label,
    now: ofNow[label] ?? "",
    yours: ofYours[label] ?? "",
  }));
}

function textsOf(
  policy: FeeReceiptPolicy | null,
  names: ReadonlyMap<string, string>,
): Record<string, string> {
  if (policy === null) return { Emisión: "sin límites puestos" };
  const { montoMaximo, montoDiario, cantidadDiaria, diasAtras, diasAdelante } = policy;
  return {
    Emisión: policy.habilitado ? "se puede" : "detenida",
    "Una boleta": displaySigned(montoMaximo, "CLP"),
    "Un día": `${displaySigned(montoDiario, "CLP")} en ${counted(cantidadDiaria, "boleta", "boletas")}`,
    Fecha: `de ${counted(diasAtras, "día", "días")} atrás a ${diasAdelante} adelante`,
    Conexiones:
      policy.conexiones?.map((id) => plainText(names.get(id) ?? id)).join(", ") ?? "todas",
    Receptores: policy.receptores?.map(rutText).join(", ") ?? "cualquiera",
  };
}
