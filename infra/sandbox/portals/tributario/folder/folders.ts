import { randomUUID } from "node:crypto";
import { moveDay } from "../../../generator/calendar.ts";
import { randomFor } from "../../../generator/random.ts";
import type { Row, World } from "../../../system/system.ts";
import type { TributarioSwitches } from "../switches.ts";
import type { FolderRequest } from "./request.ts";

const consultableDays = 90;

export interface Folder {
  /** The code that its recipient types, and that revokes it. */
  code: string;
  id: string;
  /** Opens the document once; null from then on. */
  key: string | null;
  request: FolderRequest;
  at: Date;
  /** The last day on which the recipient can open it. */
  until: string;
  revoked: boolean;
  seenAt: number;
  takesMs: number;
}

export interface Folders {
  /** From here on a folder exists, whether or not anybody fetches its document. */
  generate(company: string, request: FolderRequest): Folder;
  find(company: string, id: string | undefined): Folder | undefined;
  byCode(company: string, code: string | undefined): Folder | undefined;
  /** The newest first. */
  all(company: string): readonly Folder[];
  /** The progress of its generation, from 0 to 1, by whichever clock passes first. */
  progress(folder: Folder): number;
  isOver(folder: Folder): boolean;
}

export function createFolders(world: World, switches: TributarioSwitches): Folders {
  const held = new Map<string, Folder[]>();
  const all = (company: string) => held.get(company) ?? [];

  return {
    all,
    generate(company, request) {
      const place = all(company).length + 1;
      const folder = {
        code: randomFor("tributario", company, "folder", place).digits(10),
        id: randomUUID(),
        key: randomUUID(),
        request,
        at: world.now(),
        until: moveDay(world.today(), consultableDays),
        revoked: false,
        seenAt: performance.now(),
        takesMs: switches.values().carpetaMs,
      };
      held.set(company, [folder, ...all(company)]);
      world.counters.add("folders");
      return folder;
    },
    find: (company, id) => all(company).find((one) => one.id === id),
    byCode: (company, code) => all(company).find((one) => one.code === code),
    progress({ at, seenAt, takesMs }) {
      const passed = Math.max(world.now().getTime() - at.getTime(), performance.now() - seenAt);
      return takesMs === 0 ? 1 : Math.min(1, passed / takesMs);
    },
    isOver: ({ until }) => world.today() > until,
  };
}

/** All folders of a company, of any month. */
export function folderTruth(folders: Folders, company: string): Row[] {
  return folders.all(company).map(({ code, request, at, until, revoked }) => ({
    codigo: code,
    tipo: request.kind.word,
    destinatario: request.recipient,
    correo: request.mail,
    generadaEn: at.toISOString(),
    consultableHasta: until,
    revocada: revoked,
  }));
}
