import { domain } from "./stage.ts";

/** Stands before the API: its address is known before the API is made, which has to know it. */
export const edge = new sst.aws.Router("Edge", domain === undefined ? {} : { domain });
