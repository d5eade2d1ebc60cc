import { runAdmin } from "./admin/run.ts";

// `npm run -s admin -- GROUP VERB`: the commands of the service's operator, with each change on record.
const { argv, env, stdout, stderr } = process;

// A reader that wants only the first lines closes the pipe.
stdout.on("error", (error) => {
  if (!("code" in error) || error.code !== "EPIPE") throw error;
});

process.exitCode = await runAdmin(argv.slice(2), {
  environment: env,
  answer: (text) => void stdout.write(text),
  say: (line) => void stderr.write(`${line}\n`),
});
