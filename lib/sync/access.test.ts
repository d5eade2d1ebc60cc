import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { AppError } from "#lib/kernel/errors/index.ts";
import type { Acceso } from "#lib/contract/index.ts";
import { company, jobScene, nothingThere, type JobScene } from "#tests/support/scenes/job-scene.ts";

describe("the kind of a login", () => {
  let scene: JobScene;
  beforeAll(async () => {
    scene = await jobScene();
  });
  afterAll(() => scene.close());

  test("is recorded by every login that shows it, even when nothing could be read", async () => {
    const owner = await scene.organization();
    const connection = await scene.connect(owner.id, "login-of-a-kind");
    const enter = async (acceso?: Acceso): Promise<unknown> => {
      const told = acceso === undefined ? {} : { acceso };
      scene.play({
        login: () => ({ kind: "ok", company: { ...company, ...told } }),
        read: () => {
          if (acceso === "representante") throw new AppError("alcance_scheme_unsupported");
          return nothingThere;
        },
      });
      await scene.run(await scene.request(owner.id, connection));
      const [row] = await scene.database.owner("select acceso from connections where id = $1", [
        connection,
      ]);
      return row?.["acceso"];
    };
    expect(await enter()).toBeNull();
    expect(await enter("representante")).toBe("representante");
    expect(await enter("empresa")).toBe("empresa");
    expect(await enter()).toBe("empresa");
  });
});
