import { readFileSync } from "node:fs";
import { movedSince } from "./changes.ts";
import { mapFile, readMap, type ImpactMap } from "./impact-map.ts";

/** The map in the repository, with the places that its files have by now. */
export function currentMap(): ImpactMap {
  const map = readMap(readFileSync(mapFile, "utf8"));
  return movedMap(map, movedSince(map.commit));
}

export function movedMap(map: ImpactMap, moved: ReadonlyMap<string, string>): ImpactMap {
  const now = (file: string): string => moved.get(file) ?? file;
  const set = (tests: ReadonlySet<string>): Set<string> => new Set([...tests].map(now));
  return {
    ...map,
    tests: new Map([...map.tests].map(([test, seconds]) => [now(test), seconds])),
    files: new Map(
      [...map.files].map(([file, { ran, top, read, atLoad }]) => [
        now(file),
        { ran: set(ran), top: set(top), read: set(read), atLoad },
      ]),
    ),
  };
}
