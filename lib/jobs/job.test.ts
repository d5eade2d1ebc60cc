import { describe, expect, test } from "vitest";
import { AppError } from "#lib/kernel/errors/index.ts";
import { failureOf } from "./job.ts";
import { LoginFailed } from "./login/login-failures.ts";

describe("past the worker's deadline", () => {
  const late = AbortSignal.abort();

  test.each([
    new AppError("upstream_unexpected_response"),
    new LoginFailed("rejected"),
    new AppError("tributario_preview_changed"),
  ])("the driver's own %s is kept: it would happen again", (error) => {
    expect(failureOf(error, late)).toBe(error);
  });

  test.each([
    new AppError("upstream_error"),
    new LoginFailed("busy"),
    new Error("the page was closed"),
  ])("%s is a timeout", (error) => {
    expect(failureOf(error, late)).toMatchObject({ code: "timeout", cause: error });
  });
});

test("before the deadline an error stays what it is", () => {
  const { signal } = new AbortController();
  const busy = new AppError("upstream_error");
  expect(failureOf(busy, signal)).toBe(busy);
  expect(failureOf(new Error("a slip"), signal)).toMatchObject({ code: "internal_error" });
});
