import {
  changeOrganization,
  OrganizationForm,
  organizationSettings,
  type OrganizationSettings,
} from "#lib/identity/index.ts";
import { AppError } from "#lib/kernel/errors/index.ts";
import type { DashboardDeps } from "../deps.ts";
import { goTo } from "../frame/answer.ts";
import type { Frame } from "../frame/frame.tsx";
import { personNav, type MemberRequest } from "../frame/page-request.ts";
import { ConflictPage } from "../pages/conflict-page.tsx";
import {
  OrganizationSettingsPage,
  organizationSettingsPath,
} from "../pages/organization-settings-page.tsx";
import { Done, versionField } from "../pages/parts.tsx";

const path = "/dashboard/:org/organizacion";

/** The name and the systems of an organization: owners change them, admins see them. */
export function organizationSettingsRoutes({ member }: Frame, { catalogue }: DashboardDeps): void {
  // Utilities are everybody's: there is nothing to choose.
  const systems = catalogue.manifests.filter(({ kind }) => kind !== "utility");
  const known = systems.map(({ id }) => id);

  member.get(path, async (visit) => {
    const note = visit.c.req.query("nota") === "guardada" ? <Done>Guardado.</Done> : undefined;
    return visit.show(await page(visit, { note }));
  });

  member.post(path, { verb: "change_organization" }, async (visit) => {
    const { ctx, fields, membership } = visit;
    if (membership.role !== "owner") throw new AppError("forbidden");
    const input = OrganizationForm.safeParse({
      name: fields.get("nombre") ?? "",
      systems: fields.getAll("sistema"),
    });
    if (!input.success) {
      const problem = "Escribe un nombre, de hasta 120 caracteres.";
      return visit.show(await page(visit, { problem }), { status: 422 });
    }
    const version = fields.get(versionField) ?? "";
    const changed = await changeOrganization(ctx, input.data, { version, known });
    switch (changed.kind) {
      case "changed":
        return goTo(`${pathOf(visit)}?nota=guardada`);
      case "stale":
        return visit.show(conflict(visit, changed.now, input.data), { status: 409 });
    }
  });

  async function page(
    visit: MemberRequest,
    more: { note?: ReturnType<typeof Done> | undefined; problem?: string },
  ) {
    return (
      <OrganizationSettingsPage
        nav={personNav(visit)}
        organizationId={visit.membership.organizationId}
        settings={await organizationSettings(visit.ctx)}
        systems={systems}
        isOwner={visit.membership.role === "owner"}
        seal={visit.seal}
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
    return (
      <ConflictPage
        nav={personNav(visit)}
        title="Organización"
        values={[
          { label: "Nombre", now: now.name, yours: yours.name },
          { label: "Sistemas", now: namesOf(now.systems), yours: namesOf(yours.systems) },
        ]}
        back={action}
        again={{ action, seal: visit.seal(action), version: now.version, fields }}
      />
    );
  }
}

function pathOf({ membership }: MemberRequest): string {
  return organizationSettingsPath(membership.organizationId);
}
