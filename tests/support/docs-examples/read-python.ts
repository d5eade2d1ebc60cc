import type { Example, Ran } from "./example.ts";

interface Call {
  url: string;
  headers: Record<string, string>;
  body: string;
}

/**
 * For a machine without Python: what an example, in the one form they are printed in, would send. A text of another
 * form is reported as not understood.
 */
export function readPython(text: string, environment: Readonly<Record<string, string>>): Call {
  const [, whole = ""] =
    /^import json, os, urllib\.request\n\nrequest = urllib\.request\.Request\(\n([^]*)\n\)\nwith urllib\.request\.urlopen\(request\) as response:\n {4}answer = json\.load\(response\)\["data"\]$/.exec(
      text,
    ) ?? [];
  const [, path, data, given] =
    /^ {4}os\.environ\["CONNECT_URL"\] \+ "([^"]+)",\n {4}data=json\.dumps\(([^]*)\)\.encode\(\),\n {4}headers=\{\n([^]*)\n {4}\},$/.exec(
      whole,
    ) ?? [];
  if (path === undefined || data === undefined || given === undefined) {
    throw new Error(`this Python is not understood:\n${text}`);
  }
  const headers = given.split("\n").map((line) => {
    const [, name, before, variable, plain] =
      /^ {8}"([\w-]+)": (?:(?:"([^"]*)" \+ )?os\.environ\["(\w+)"\]|"([^"]*)"),$/.exec(line) ?? [];
    if (name === undefined) throw new Error(`this header is not understood: ${line}`);
    return [name, plain ?? `${before ?? ""}${environment[variable ?? ""] ?? ""}`];
  });
  return {
    url: `${environment["CONNECT_URL"] ?? ""}${path}`,
    headers: Object.fromEntries(headers) as Record<string, string>,
    body: JSON.stringify(JSON.parse(asJson(data))),
  };
}

/** Python's three keywords, outside of strings. */
function asJson(literal: string): string {
  const words: Record<string, string> = { True: "true", False: "false", None: "null" };
  return literal.replaceAll(
    /"(?:[^"\\]|\\.)*"|\b(?:True|False|None)\b/g,
    (found) => words[found] ?? found,
  );
}

export async function sendPython(
  example: Example,
  environment: Readonly<Record<string, string>>,
): Promise<Ran> {
  const { url, headers, body } = readPython(example.text, environment);
  const answer = await fetch(url, {
    method: "POST",
    headers: { ...headers, "user-agent": "Python-urllib/read" },
    body,
  });
  const { error } = (await answer.json()) as { error?: { code: string } };
  return { example, outcome: error?.code ?? "ok" };
}
