import * as z from "zod";
import { connectors } from "#lib/tools/connectors.ts";
import { createCatalogue } from "#lib/tools/catalogue.ts";

interface FilterTool {
  id: string;
  connector: string;
  /** The filters that name a time. */
  times: string[];
}

/** The lists of a connection's stored rows that take a filter. */
export function toolsThatTake(filter: string): FilterTool[] {
  return createCatalogue(connectors).tools.flatMap(({ id, connector, input, needsConnection }) => {
    const { properties = {} } = z.toJSONSchema(input, { io: "input" });
    if (!needsConnection || !id.endsWith(".consultar") || !Object.hasOwn(properties, filter))
      return [];
    const times = ["periodo", "desde", "hasta"].filter((name) => Object.hasOwn(properties, name));
    return [{ id, connector, times }];
  });
}
