import { randomUUID } from "node:crypto";
import { AppError } from "#lib/kernel/errors/index.ts";
import { closeAsManager, setFolderAside } from "#lib/acts/folders/index.ts";
import { fateOf } from "../emission-histories/fate-of.ts";
import { stepsOf } from "../emission-histories/steps.ts";
import type { ActHistory, Wish } from "./act-history.ts";
import type { Play } from "./play-act.ts";

const fates = ["makes", "makes", "refuses", "loses", "drops"] as const;
const revocations = ["done", "lost", "ignored"] as const;

/** Folders that look the same in the list, some of which somebody closes or sets aside. */
export const folderPlay: Play = {
  points: ["folder.after_generate", "folder.after_fetch", "folder.after_revoke"],

  prepare: async (history) => void (await history.told(folderWish(4))),

  wishes: ({ dice }) => Array.from({ length: 1 + dice.below(3) }, (_, place) => folderWish(place)),

  async followUp(history) {
    const { dice } = history;
    const rows = await history.rows("tax_folder_requests");
    if (rows.length === 0) return;
    const id = String(dice.pick(rows)["id"]);
    if (dice.percent(25)) return byPerson(history, id);
    const key = randomUUID();
    const fate = fateOf(dice, 25, stepsOf.client);
    await history.call("carpeta.cerrar", { solicitudId: id }, { key, fate });
  },

  disturb({ dice, lane: { folders } }) {
    const chance = dice.below(100);
    if (chance < 50) folders.fate = dice.pick(fates);
    else if (chance < 65) folders.hidden = 1;
    else if (chance < 90) folders.revocation = dice.pick(revocations);
    else folders.hidden = 0;
  },

  recover({ lane: { folders } }) {
    Object.assign(folders, { fate: "makes", revocation: "done" });
  },
};

/** No list shows the parts: they let the portal's own account tell one from another. */
function folderWish(place: number): Wish {
  const parts = { conPropiedades: false, conHonorarios: true, periodosIva: 12, aniosRenta: place };
  const input = { tipo: "personalizada", ...parts, finalidad: "Crédito", esperarSegundos: 0 };
  return { tool: "carpeta.solicitar", input, key: randomUUID() };
}

/** An owner closes it, or sets it aside if that is allowed by now. */
async function byPerson({ lane, issuer, dice }: ActHistory, id: string): Promise<void> {
  const owner = lane.api.contextOf(issuer.id);
  const act = dice.percent(50) ? closeAsManager(owner, id) : setFolderAside(owner, id);
  await act.catch((error: unknown) => {
    if (!(error instanceof AppError)) throw error;
  });
}
