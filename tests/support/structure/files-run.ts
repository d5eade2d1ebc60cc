import { Coverage } from "../impact/coverage.ts";

/** Files of `lib` and `functions` of which a named function ran meanwhile, with those functions; an index only hands on. */
export async function filesRun(
  act: () => Promise<unknown>,
): Promise<ReadonlyMap<string, string[]>> {
  const ran = (await Coverage.during(act)).filter(
    ({ file, name }) =>
      name !== "" &&
      /^(?:lib|functions)\/.*\.tsx?$/.test(file) &&
      !/\/(?:index\.ts|testing\/)/.test(file),
  );
  const byFile = Map.groupBy(ran, ({ file }) => file);
  return new Map([...byFile].map(([file, functions]) => [file, functions.map(({ name }) => name)]));
}
