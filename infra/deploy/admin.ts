import { runAdmin } from "./admin/run.ts";

// `npm run -s admin -- GROUP VERB`: what the operator of the service does, each change on record.
const { argv, env, stdout, stderr } = process;

// Who reads the first lines alone closes the pipe.
stdout.on("error", (error) => {
  if (!("code" in error) || error.code !== "EPIPE") throw error;
});

process.exitCode = await runAdmin(argv.slice(2), {
  environment: env,
  answer: (text) => void stdout.write(text),
  say: (line) => void stderr.write(`${line}\n`),
});
