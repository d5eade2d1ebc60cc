import { changePolicy, FeeReceiptPolicy, findPolicy } from "#lib/acts/fee-receipts/index.ts";
import { listConnections } from "#lib/connections/index.ts";
import { goTo } from "../request/answer.ts";
import type { Frame } from "../frame/frame.tsx";
import { personNav, type MemberRequest } from "../request/page-request.ts";
import {
  FeeReceiptLimitsPage,
  feeReceiptLimitsPath,
  limitTexts,
} from "../pages/operations/fee-receipt-limits-page.tsx";
import { Done, versionField } from "../pages/parts/parts.tsx";
import { showConflict } from "./conflict.tsx";
import { connectionNames } from "./named-connections.ts";

const path = "/dashboard/:org/honorarios/limites";

/** Which fee receipts may be issued without a person: owners and admins decide. */
export function feeReceiptLimitRoutes({ member }: Frame): void {
  member.get(path, async (visit) => {
    const note = visit.note === "guardada" ? <Done>Guardado.</Done> : undefined;
    return visit.show(await page(visit, { note }));
  });

  member.post(path, { verb: "change_fee_receipt_policy", fresh: true }, async (visit) => {
    const { ctx, fields } = visit;
    const input = FeeReceiptPolicy.safeParse(policyOf(fields));
    if (!input.success) {
      const problems = new Set(input.error.issues.map(({ path: [name] }) => String(name)));
      return visit.show(await page(visit, { problems }), { status: 422 });
    }
    const version = fields.get(versionField) ?? "";
    const changed = await changePolicy(ctx, input.data, { version });
    switch (changed.kind) {
      case "changed":
        return goTo(`${pathOf(visit)}?nota=guardada`);
      case "stale":
        return showConflict(visit, {
          title: "Límites de honorarios",
          values: limitTexts(
            changed.now.policy,
            input.data,
            await connectionNames(ctx, ctx.catalogue),
          ),
          action: pathOf(visit),
          version: changed.now.version,
          fields,
        });
    }
  });
}

async function page(
  visit: MemberRequest,
  more: { note?: ReturnType<typeof Done> | undefined; problems?: ReadonlySet<string> },
) {
  const { ctx, membership, seal } = visit;
  const { policy, version } = await findPolicy(ctx);
  const connections = await listConnections(ctx);
  return (
    <FeeReceiptLimitsPage
      nav={personNav(visit)}
      organizationId={membership.organizationId}
      policy={policy}
      version={version}
      connections={connections.filter(({ sistema }) => sistema === "tributario")}
      seal={seal}
      {...more}
    />
  );
}

/** The form as the verb takes it. */
function policyOf(fields: URLSearchParams) {
  const number = (name: string): number => {
    const text = (fields.get(name) ?? "").replace(/[\s.$]/g, "");
    return /^\d{1,12}$/.test(text) ? Number(text) : Number.NaN;
  };
  const receivers = (fields.get("receptores") ?? "").split(/[\s,;]+/).filter((rut) => rut !== "");
  return {
    habilitado: fields.has("habilitado"),
    conexiones: connectionsOf(fields),
    receptores: receivers.length === 0 ? null : receivers,
    diasAtras: number("diasAtras"),
    diasAdelante: number("diasAdelante"),
    montoMaximo: number("montoMaximo"),
    montoDiario: number("montoDiario"),
    cantidadDiaria: number("cantidadDiaria"),
  };
}

/** Null: all. Choosing all with some ticked, or neither, is invalid. */
function connectionsOf(fields: URLSearchParams): string[] | null | false {
  const named = fields.getAll("conexiones");
  if (fields.get("cuales") === "algunas") return named;
  return fields.get("cuales") === "todas" && named.length === 0 ? null : false;
}

function pathOf({ membership }: MemberRequest): string {
  return feeReceiptLimitsPath(membership.organizationId);
}
