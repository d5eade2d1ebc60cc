import { deleteOrganization, deletionDays } from "#lib/erasure/index.ts";
import {
  callOffDeletion,
  changeOrganization,
  OrganizationForm,
  organizationSettings,
  type OrganizationSettings,
} from "#lib/identity/index.ts";
import { AppError } from "#lib/kernel/errors/index.ts";
import type { DashboardDeps } from "../deps.ts";
import { goTo } from "../request/answer.ts";
import type { Frame } from "../frame/frame.tsx";
import { personNav, type MemberRequest } from "../request/page-request.ts";
import {
  OrganizationSettingsPage,
  organizationSettingsPath,
} from "../pages/organizations/organization-settings-page.tsx";
import { Done, versionField } from "../pages/parts/parts.tsx";
import { isTyped } from "../pages/parts/typed-confirm.tsx";
import { nameProblem } from "../texts/problems.ts";
import { plainText } from "../texts/words.ts";
import { showConflict } from "./conflict.tsx";
import { OutcomeUnknown } from "./connection-views.tsx";

const path = "/dashboard/:org/organizacion";

/** The name and systems of an organization: owners change them, admins see them. */
export function organizationSettingsRoutes({ member }: Frame, { catalogue }: DashboardDeps): void {
  // Everybody has the utilities, so there is nothing to choose.
  const systems = catalogue.manifests.filter(({ kind }) => kind !== "utility");
  const known = systems.map(({ id }) => id);

  member.get(path, async (visit) => {
    return visit.show(await page(visit, { note: noteOf(visit.note) }));
  });

  member.post(`${path}/eliminar`, { verb: "delete_organization", fresh: true }, async (visit) => {
    const { ctx, fields, membership } = visit;
    if (membership.role !== "owner") throw new AppError("forbidden");
    if (!isTyped(fields, plainText(membership.organizationName))) {
      return visit.show(await page(visit, { wrongWord: true }), { status: 422 });
    }
    const deleted = await deleteOrganization(ctx);
    switch (deleted.kind) {
      case "deleted":
        return goTo(pathOf(visit));
      case "outcome_unknown": {
        const note = <OutcomeUnknown organizationId={membership.organizationId} />;
        return visit.show(await page(visit, { note }), { status: 409 });
      }
    }
  });

  member.post(
    `${path}/conservar`,
    { verb: "call_off_deletion", whileDeleting: true },
    async (visit) => {
      await callOffDeletion(visit.ctx);
      return goTo(`${pathOf(visit)}?nota=conservada`);
    },
  );

  member.post(path, { verb: "change_organization" }, async (visit) => {
    const { ctx, fields, membership } = visit;
    if (membership.role !== "owner") throw new AppError("forbidden");
    const input = OrganizationForm.safeParse({
      name: fields.get("nombre") ?? "",
      systems: fields.getAll("sistema"),
    });
    if (!input.success) {
      return visit.show(await page(visit, { problem: nameProblem }), { status: 422 });
    }
    const version = fields.get(versionField) ?? "";
    const changed = await changeOrganization(ctx, input.data, { version, known });
    switch (changed.kind) {
      case "changed":
        return goTo(`${pathOf(visit)}?nota=guardada`);
      case "stale":
        return conflict(visit, changed.now, input.data);
    }
  });

  async function page(
    visit: MemberRequest,
    more: { note?: ReturnType<typeof Done> | undefined; problem?: string; wrongWord?: boolean },
  ) {
    return (
      <OrganizationSettingsPage
        nav={personNav(visit)}
        organizationId={visit.membership.organizationId}
        settings={await organizationSettings(visit.ctx)}
        systems={systems}
        isOwner={visit.membership.role === "owner"}
        seal={visit.seal}
        now={visit.ctx.clock.now()}
        deletionDays={deletionDays}
        {...more}
      />
    );
  }

  function conflict(visit: MemberRequest, now: OrganizationSettings, yours: OrganizationForm) {
    const action = pathOf(visit);
    const namesOf = (ids: readonly string[]): string =>
      systems
        .filter(({ id }) => ids.includes(id))
        .map(({ name }) => name)
        .join(", ") || "ninguno";
    const fields = new URLSearchParams({ nombre: yours.name });
    for (const system of yours.systems) fields.append("sistema", system);
    return showConflict(visit, {
      title: "Organización",
      values: [
        { label: "Nombre", now: now.name, yours: yours.name },
        { label: "Sistemas", now: namesOf(now.systems), yours: namesOf(yours.systems) },
      ],
      action,
      version: now.version,
      fields,
    });
  }
}

function noteOf(name: string | undefined) {
  if (name === "guardada") return <Done>Guardado.</Done>;
  if (name === "conservada") return <Done>Ya no se elimina: todo vuelve a funcionar.</Done>;
  return undefined;
}

function pathOf({ membership }: MemberRequest): string {
  return organizationSettingsPath(membership.organizationId);
}
