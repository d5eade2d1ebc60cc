import { verifyTool } from "#lib/contract/index.ts";
import { manifest } from "../manifest.ts";

export const conexionVerificar = verifyTool(manifest);
