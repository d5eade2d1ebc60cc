import { defineConnector } from "#lib/contract/index.ts";
import { correo as manifest } from "../manifests.ts";

/** Nothing of a mailbox is stored, so all its tools stand with the act of sending. */
export const correo = defineConnector(manifest, []);
