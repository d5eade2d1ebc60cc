import { beforeAll, describe, expect, test } from "vitest";
import {
  callTool,
  type Answered,
  type CallOptions,
  type TestOrganization,
} from "#tests/support/scenes/api.ts";
import { expectRefusal, issuesIn, refusedPaths } from "#tests/support/refusal.ts";
import { sharedApi, type SharedApi } from "#tests/support/scenes/shared-api.ts";

const echo = "echo.mensaje.repetir";

let api: SharedApi;
let own: TestOrganization;

beforeAll(async () => {
  api = await sharedApi();
  own = await api.organization();
});

function send(raw: NonNullable<CallOptions["raw"]>, options: CallOptions = {}): Promise<Answered> {
  return callTool(api.app, echo, null, { key: own.key, ...options, raw });
}

const valid = '{"input":{"mensaje":"hola"}}';
const nested = (depth: number): string => `${"[".repeat(depth)}${"]".repeat(depth)}`;
const input = (json: string): string => `{"input":${json}}`;

describe("the media type", () => {
  test.each([
    "text/plain",
    "application/x-www-form-urlencoded",
    "multipart/form-data; boundary=x",
    "application/jsonp",
    "application/json, application/json",
    "text/plain; application/json",
    "json",
    "",
  ])("%j is refused", async (mediaType) => {
    expectRefusal(
      await send(valid, { headers: { "content-type": mediaType } }),
      "unsupported_media_type",
    );
  });

  test.each(["gzip", "br", "identity, gzip"])("a body encoded as %s is refused", async (coding) => {
    const answer = await send(valid, { headers: { "content-encoding": coding } });
    expectRefusal(answer, "unsupported_media_type");
    // The media type was right, so that to set it again would help nobody.
    expect(answer.body.error?.suggested_fix).toContain("Content-Encoding");
  });

  test.each([
    "application/json",
    "application/json; charset=utf-8",
    "APPLICATION/JSON;charset=UTF-8",
    " application/json ",
  ])("%j is accepted", async (mediaType) => {
    const answer = await send(valid, { headers: { "content-type": mediaType } });
    expect(answer.body.data).toEqual({ mensaje: "hola" });
  });
});

describe("a body that is not a JSON object", () => {
  test.each<[string, NonNullable<CallOptions["raw"]>]>([
    ["nothing", ""],
    ["spaces", "   "],
    ["broken JSON", '{"input":'],
    ["two values", `${valid}${valid}`],
    ["single quotes", "{'input':{}}"],
    ["a trailing comma", '{"input":{},}'],
    ["a comment", '{"input":{} /* nada */}'],
    ["NaN", '{"input":NaN}'],
    ["a raw NUL", '{"input":{"mensaje":"\0"}}'],
    ["an array", "[]"],
    ["an array that holds one", `[${valid}]`],
    ["a number", "7"],
    ["a string", '"input"'],
    ["true", "true"],
    ["null", "null"],
    ["bytes that are not UTF-8", new Uint8Array([0x7b, 0x22, 0xff, 0xfe, 0x22, 0x7d])],
    ["UTF-8 cut in a character", Uint8Array.from(Buffer.from(`{"input":"ñ`).subarray(0, -1))],
    ["a surrogate written in UTF-8", new Uint8Array([0x22, 0xed, 0xa0, 0x80, 0x22])],
    ["UTF-16", new Uint8Array(Buffer.from(valid, "utf16le"))],
    ["a hundred thousand open brackets", "[".repeat(100_000)],
    ["a hundred thousand nested arrays", nested(100_000)],
  ])("%s is malformed_request", async (_name, raw) => {
    expectRefusal(await send(raw), "malformed_request");
  });
});

describe("a body of another shape", () => {
  test.each<[string, string, string[]]>([
    ["empty", "{}", ["input"]],
    ["the input bare", '{"mensaje":"hola"}', ["input"]],
    ["Input in upper case", '{"Input":{}}', ["input"]],
    ["input only by prototype", '{"__proto__":{"input":{"mensaje":"x"}}}', ["input"]],
    ["a field next to input", '{"input":{"mensaje":"x"},"extra":1}', ["extra"]],
    ["a prototype next to input", '{"input":{"mensaje":"x"},"__proto__":{}}', ["__proto__"]],
    ["all of it at once", '{"input":{"mensaje":7,"b":1},"c":1}', ["c", "mensaje", "b"]],
  ])("%s is validation_error on its fields", async (_name, raw, paths) => {
    const answer = await send(raw);
    expectRefusal(answer, "validation_error");
    expect(refusedPaths(answer).toSorted()).toEqual(paths.toSorted());
  });
});

describe("an input that the tool refuses", () => {
  test.each<[string, string, string[]]>([
    ["null", "null", [""]],
    ["an array", "[]", [""]],
    ["a string", '"hola"', [""]],
    ["a number", "7", [""]],
    ["no fields", "{}", ["mensaje"]],
    ["a number for a text", '{"mensaje":7}', ["mensaje"]],
    ["null for a text", '{"mensaje":null}', ["mensaje"]],
    ["an object for a text", '{"mensaje":{"toString":"hola"}}', ["mensaje"]],
    ["a text too long", `{"mensaje":"${"x".repeat(10_001)}"}`, ["mensaje"]],
    ["unknown fields", '{"mensaje":"x","a":1,"b":{"c":1}}', ["a", "b"]],
    ["constructor", '{"mensaje":"x","constructor":{"prototype":{}}}', ["constructor"]],
    [
      "an inherited name",
      '{"mensaje":"x","toString":1,"hasOwnProperty":1}',
      ["toString", "hasOwnProperty"],
    ],
  ])("%s is validation_error", async (_name, json, paths) => {
    const answer = await send(input(json));
    expectRefusal(answer, "validation_error");
    expect(refusedPaths(answer)).toEqual(paths);
  });
});

describe("content that every tool refuses", () => {
  test.each<[string, string, string]>([
    ["__proto__", '{"mensaje":"x","__proto__":{"admin":true}}', "__proto__"],
    ["__proto__ deeper", '{"mensaje":{"a":[{"__proto__":1}]}}', "mensaje.a.0.__proto__"],
    ["an escaped __proto__", String.raw`{"\u005f_proto__":1}`, "__proto__"],
    ["NUL in a text", String.raw`{"mensaje":"a\u0000b"}`, "mensaje"],
    ["NUL in a list", String.raw`{"mensaje":["a",["\u0000"]]}`, "mensaje.1.0"],
    ["NUL in a key", String.raw`{"a\u0000b":1}`, "a\0b"],
    ["half of a pair in a text", String.raw`{"mensaje":"\ud800"}`, "mensaje"],
    ["a pair in the wrong order", String.raw`{"mensaje":"\udc00\ud800"}`, "mensaje"],
    ["half of a pair in a key", String.raw`{"\udfff":1}`, "\udfff"],
  ])("%s is forbidden where it is", async (_name, json, path) => {
    const answer = await send(input(json));
    expectRefusal(answer, "validation_error");
    expect(refusedPaths(answer)).toEqual([path]);
    expect(issuesIn(answer)[0]?.code).toBe("not_allowed");
  });

  test.each([33, 1_000, 100_000])("nesting of %i is refused at its limit", async (depth) => {
    const answer = await send(input(nested(depth)));
    expectRefusal(answer, "validation_error");
    expect(issuesIn(answer)).toMatchObject([{ code: "not_allowed" }]);
    expect(issuesIn(answer)[0]?.path).toHaveLength(32);
  });

  test("thousands of errors are answered with fifty", async () => {
    const texts = `[${Array(20_000)
      .fill(String.raw`"\u0000"`)
      .join(",")}]`;
    const answer = await send(input(`{"mensaje":${texts}}`));
    expectRefusal(answer, "validation_error");
    expect(issuesIn(answer)).toHaveLength(50);
  });

  test("a complete surrogate pair and every other control character pass unchanged", async () => {
    const answer = await send(input(String.raw`{"mensaje":"\ud83d\ude00\u0001\u007f\u2028"}`));
    expect(answer.body.data).toEqual({ mensaje: "😀\u0001\u007f\u2028" });
  });

  test("prototypes are unchanged", () => {
    expect({}).not.toHaveProperty("admin");
  });
});
