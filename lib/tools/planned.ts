/** Tools that are in the contract but not built yet: found as such, and answered with 501. */
export interface PlannedTool {
  id: string;
  connector: string;
  title: string;
  summary: string;
}

const planned: Readonly<Record<string, readonly [title: string, summary: string]>> = {};

export const plannedTools: readonly PlannedTool[] = Object.entries(planned).map(
  ([id, [title, summary]]) => ({ id, connector: id.slice(0, id.indexOf(".")), title, summary }),
);

export function plannedTool(id: string): PlannedTool | null {
  return plannedTools.find((tool) => tool.id === id) ?? null;
}
