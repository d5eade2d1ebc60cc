// Loads a deployed function's bundle without an environment, then with the given one, and reports its output both
// times.
import { pathToFileURL } from "node:url";

const [bundle = "", given = "{}"] = process.argv.slice(2);
const { AWS_REGION = "us-east-1", PATH } = process.env;

async function open(time: string, environment: Record<string, string>): Promise<string> {
  process.env = { ...environment, AWS_REGION, PATH };
  try {
    const { handler } = (await import(`${pathToFileURL(bundle).href}?${time}`)) as {
      handler?: unknown;
    };
    return `handler: ${typeof handler}`;
  } catch (error) {
    if (!(error instanceof Error) || error.name !== "ConfigError") throw error;
    return error.message;
  }
}

const withoutAny = await open("first", {});
const withGiven = await open("second", JSON.parse(given) as Record<string, string>);
console.log(JSON.stringify({ withoutAny, withGiven }));
process.exit(0);
