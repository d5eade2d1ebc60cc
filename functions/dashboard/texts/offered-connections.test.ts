import { expect, test } from "vitest";
import { offeredConnections, shownField, tickedLimit, wantedLimit } from "./offered-connections.ts";

const all = Array.from({ length: 400 }, (_, n) => ({ id: `conn_${n}`, nombre: `Ñuñoa ${n}` }));
const idsOf = (from: number, to: number): string[] => all.slice(from, to).map(({ id }) => id);

test("a number that fits on a page is shown completely", () => {
  const few = all.slice(0, 150);
  expect(offeredConnections(few, idsOf(0, 9), "x")).toEqual({
    shown: few,
    ticked: 0,
    others: 0,
    isPart: false,
  });
});

test("with more, those of the limit come first, and the hidden ones are counted", () => {
  const { shown, ...rest } = offeredConnections(all, idsOf(100, 320), "");
  expect(shown.map(({ id }) => id)).toEqual([...idsOf(100, 200), ...idsOf(0, 50)]);
  expect(rest).toEqual({ ticked: 120, others: 130, isPart: true });
});

test("a search finds them by part of the name, however it is typed, or by id", () => {
  const found = (wanted: string) =>
    offeredConnections(all, idsOf(0, 1), wanted).shown.map(({ id }) => id);
  expect(found(" nunoa 39")).toEqual(["conn_39", ...idsOf(390, 400)]);
  expect(found("conn_7")).toEqual(["conn_7"]);
  expect(found("nada")).toEqual([]);
});

test("what a form did not show stays in the limit, and what it showed follows its ticks", () => {
  const fields = new URLSearchParams({ [shownField]: "a b c", conexion: "b" });
  expect(tickedLimit(fields, ["a", "b", "z"])).toEqual(["z", "b"]);
  expect(tickedLimit(fields, null)).toEqual(["b"]);
  fields.delete(shownField);
  expect(tickedLimit(fields, ["a", "b", "z"])).toEqual(["b"]);
});

test.each([
  ["conexiones=algunas&conexion=b", { kind: "wanted", connections: ["b"] }],
  ["conexiones=algunas", { kind: "wanted", connections: [] }],
  ["conexiones=todas", { kind: "wanted", connections: null }],
  ["conexiones=todas&conexion=a", { kind: "wanted", connections: null }],
  ["conexiones=todas&conexion=a&conexion=c", { kind: "unclear" }],
  ["conexion=b", { kind: "unclear" }],
  ["", { kind: "unclear" }],
])("the choice «%s» between all and some is taken literally, and never guessed", (sent, wanted) => {
  expect(wantedLimit(new URLSearchParams(sent), ["a", "b"])).toEqual(wanted);
});
