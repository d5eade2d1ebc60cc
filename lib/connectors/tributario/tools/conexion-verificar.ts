import { verifyTool } from "#lib/tools/define/index.ts";
import { manifest } from "../manifest.ts";

export const conexionVerificar = verifyTool(manifest);
