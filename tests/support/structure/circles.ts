/** Groups of nodes that all lead to each other (Tarjan), largest first. */
export function circles(edges: ReadonlyMap<string, readonly string[]>): string[][] {
  const found: string[][] = [];
  const order = new Map<string, number>();
  const open: string[] = [];

  /** The earliest open node that this one leads to. */
  function visit(node: string): number {
    const own = order.size;
    let earliest = own;
    order.set(node, own);
    open.push(node);
    for (const next of edges.get(node) ?? []) {
      const seen = order.get(next);
      if (seen === undefined) earliest = Math.min(earliest, visit(next));
      else if (open.includes(next)) earliest = Math.min(earliest, seen);
    }
    if (earliest === own) {
      const group = open.splice(open.indexOf(node));
      if (group.length > 1) found.push(group.toSorted());
    }
    return earliest;
  }

  for (const node of edges.keys()) if (!order.has(node)) visit(node);
  return found.toSorted((a, b) => b.length - a.length);
}
