const cachedMonths = 80;

/** Caches the latest months of companies: each is generated on its own, and always the same. */
export function cached<T>(make: (company: string, period: string) => T[]) {
  const kept = new Map<string, T[]>();
  return (company: string, period: string): T[] => {
    const key = `${company}|${period}`;
    const rows = kept.get(key) ?? make(company, period);
    kept.delete(key);
    kept.set(key, rows);
    const [oldest] = kept.keys();
    if (kept.size > cachedMonths && oldest) kept.delete(oldest);
    return rows;
  };
}
