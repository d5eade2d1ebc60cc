import { Hono } from "hono";
import type { DashboardDeps } from "#functions/dashboard/deps.ts";
import { createFrame, type Frame } from "#functions/dashboard/frame/frame.tsx";
import { Live } from "#functions/dashboard/pages/parts/live.tsx";
import { Field, Form, Submit, Tick } from "#functions/dashboard/pages/parts/parts.tsx";
import { Shell } from "#functions/dashboard/pages/parts/shell.tsx";
import { signInRoutes } from "#functions/dashboard/routes/people/sign-in.tsx";
import { AppError } from "#lib/kernel/errors/index.ts";

const rename = "update organizations set name = $1 where id = current_setting('app.org_id')";

/** A page of an organization with forms that rename it, under the dashboard's own rules. */
export function notesApp(deps: DashboardDeps): Hono {
  const app = new Hono();
  const frame = createFrame(app, deps);
  signInRoutes(frame, deps);
  const page = "/dashboard/:org/notas";
  frame.member.get(page, async (visit) => {
    const own = (rest: string): string =>
      `/dashboard/${visit.membership.organizationId}/notas/${rest}`;
    return visit.show(
      <Shell title="Notas">
        {["nueva", "fallida", "mala"].map((name) => (
          <Form action={own(name)} seal={visit.seal(own(name))} version="3">
            <Field name="nombre" label="Nombre" />
            <Tick name="marca" value="a" checked>
              A
            </Tick>
            <Tick name="marca" value="b">
              B
            </Tick>
            <Submit>Guardar</Submit>
          </Form>
        ))}
      </Shell>,
    );
  });
  frame.member.get(`${page}/viva`, async (visit) => {
    const path = visit.c.req.path;
    const { organizationName } = visit.membership;
    return visit.show(
      <main>
        <Live id="nombre" isFinal={organizationName === "Fin"} says={`Ahora: ${organizationName}`}>
          <p>{organizationName}</p>
          <Form action={path} seal={visit.seal(path)} />
        </Live>
      </main>,
    );
  });
  const rules = { verb: "note", fresh: true, once: () => "/alli" } as const;
  frame.member.post(`${page}/nueva`, rules, write);
  frame.member.post(`${page}/fallida`, rules, async (visit) => {
    await write(visit);
    throw new AppError("forbidden");
  });
  frame.member.post(`${page}/mala`, rules, async (visit) => {
    await write(visit);
    const refilled = (
      <Form action={visit.c.req.path} seal="x">
        <Field name="nombre" label="Nombre" />
      </Form>
    );
    return visit.show(refilled, { status: 422 });
  });
  return app;
}

const write: Parameters<Frame["member"]["post"]>[2] = async ({ ctx, membership, fields }) => {
  await ctx.db.transaction(membership.organizationId, (db) =>
    db.run({ name: "test.rename", repeatable: false, text: rename }, [fields.get("nombre")]),
  );
  return new Response("hecho");
};
