import { expect, test } from "vitest";
import { core } from "#lib/connectors/core/index.ts";
import { createLazyCatalogue } from "./catalogue.ts";

/** Its file could not be read the first time, as when a process has too many open files. */
function unreadableOnce() {
  const loads: ("failed" | "loaded")[] = [];
  const connector = {
    manifest: core.manifest,
    load: async () => {
      loads.push(loads.length === 0 ? "failed" : "loaded");
      if (loads.length === 1) throw new Error("EMFILE");
      return core;
    },
  };
  return { loads, catalogue: createLazyCatalogue([connector]) };
}

test("tools that could not be loaded are loaded when they are asked for again", async () => {
  const { catalogue, loads } = unreadableOnce();
  await expect(catalogue.find("core.timestamp.now")).rejects.toThrow("EMFILE");
  expect(await catalogue.find("core.timestamp.now")).toMatchObject({ id: "core.timestamp.now" });
  expect((await catalogue.whole()).tools).toEqual(core.tools);
  expect(loads).toEqual(["failed", "loaded"]);
});

test("a system that nobody asks for is not loaded", async () => {
  const { catalogue, loads } = unreadableOnce();
  expect(catalogue.manifestOf("core")).toBe(core.manifest);
  expect(await catalogue.find("banco_z.nada.consultar")).toBeNull();
  expect(loads).toEqual([]);
});

/** A system whose act has the tools of another one, loaded separately. */
function withAct() {
  const loads: string[] = [];
  const acts = async () => {
    loads.push("act");
    if (loads.filter((one) => one === "act").length === 1) throw new Error("EMFILE");
    return core.tools;
  };
  const own = { manifest: core.manifest, tools: [{ ...coreTool(), id: "core.propia.leer" }] };
  const load = async () => {
    loads.push("own");
    return own;
  };
  return { loads, catalogue: createLazyCatalogue([{ manifest: core.manifest, load, acts }]) };
}

function coreTool() {
  const [tool] = core.tools;
  if (tool === undefined) throw new TypeError("core has a tool");
  return tool;
}

test("a system's own tool is found without its acts, and an act's once these can be loaded", async () => {
  const { catalogue, loads } = withAct();
  expect(await catalogue.find("core.propia.leer")).toMatchObject({ id: "core.propia.leer" });
  expect(loads).toEqual(["own"]);
  await expect(catalogue.find(coreTool().id)).rejects.toThrow("EMFILE");
  expect(await catalogue.find(coreTool().id)).toMatchObject({ id: coreTool().id });
  expect((await catalogue.whole()).tools).toHaveLength(core.tools.length + 1);
  expect(loads).toEqual(["own", "act", "act"]);
});
