import { validationError } from "../kernel/errors/index.ts";
import type { EndpointRow } from "./endpoint.ts";

export function requireEnabled(endpoint: EndpointRow): void {
  if (endpoint.disabledAt === null) return;
  throw validationError([
    { path: ["endpoint_id"], code: "endpoint_disabled", message: "Enable the endpoint first" },
  ]);
}
