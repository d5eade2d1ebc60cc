import { describe, expect, test } from "vitest";
import { AppError } from "#lib/kernel/errors/index.ts";
import {
  isDatabaseUnreachable,
  isRefused,
  repeatUndone,
  sqlState,
  translateFailure,
  violatedConstraint,
} from "./failures.ts";

function failure(message: string, fields: object = {}, cause?: unknown): Error {
  return Object.assign(new Error(message, cause === undefined ? {} : { cause }), fields);
}

/** As the query builder wraps what the driver threw: with the statement and its values. */
function wrapped(cause: Error, params: string): Error {
  return failure(`Failed query: insert into t values ($1)\nparams: ${params}`, {}, cause);
}

describe("the database is unreachable", () => {
  test.each([
    failure("connect ECONNREFUSED 127.0.0.1:5432", { code: "ECONNREFUSED" }),
    failure("read ECONNRESET", { code: "ECONNRESET" }),
    ...["ECONNABORTED", "EHOSTDOWN", "ENETDOWN", "ENETUNREACH"].map((code) =>
      failure(`write ${code}`, { code }),
    ),
    failure("terminating connection", { code: "57P01" }),
    failure("password authentication failed for user", { code: "28P01" }),
    failure("role is not permitted to log in", { code: "28000" }),
    failure("sorry, too many clients already", { code: "53300" }),
    failure("cannot execute INSERT in a read-only transaction", { code: "25006" }),
    failure("connection failure", { code: "08006" }),
    failure("Connection terminated unexpectedly"),
    failure("timeout exceeded when trying to connect"),
    failure("Client has encountered a connection error and is not queryable"),
    failure("WebSocket was closed before the connection was established"),
    wrapped(failure("Connection terminated unexpectedly"), "a"),
    failure("outer", {}, wrapped(failure("x", { code: "57P03" }), "a")),
    new AggregateError([failure("x", { code: "ECONNREFUSED" })], "all addresses"),
  ])("%s", (error) => {
    expect(isDatabaseUnreachable(error)).toBe(true);
    expect(translateFailure(error)).toMatchObject({ code: "service_unavailable", cause: error });
  });
});

describe("the database rolled a transaction back in favour of another one", () => {
  const undone = wrapped(failure("deadlock detected", { code: "40P01" }), "a");

  test.each([undone, failure("could not serialize access", { code: "40001" })])("%s", (error) => {
    expect(translateFailure(error)).toMatchObject({ code: "service_unavailable", cause: error });
  });

  test("work that may run twice is repeated, a few times", async () => {
    let runs = 0;
    const failing = (times: number) => async (): Promise<number> => {
      runs += 1;
      if (runs <= times) throw translateFailure(undone);
      return runs;
    };
    expect(await repeatUndone(failing(2))).toBe(3);
    runs = 0;
    await expect(repeatUndone(failing(9))).rejects.toMatchObject({ code: "service_unavailable" });
    expect(runs).toBe(3);
  });

  test("nothing else is", async () => {
    let runs = 0;
    const refused = repeatUndone(() => Promise.reject(new Error(`run ${(runs += 1)}`)));
    await expect(refused).rejects.toThrow("run 1");
  });
});

describe("the disk or the memory of the database is full", () => {
  test.each([
    wrapped(failure("could not extend file: No space left on device", { code: "53100" }), "a"),
    failure("out of memory", { code: "53200" }),
  ])("%s", (error) => {
    expect(translateFailure(error)).toMatchObject({ code: "service_unavailable", cause: error });
    // The server answered on this connection, and nothing of the statement is left.
    expect([isDatabaseUnreachable(error), isRefused(error)]).toEqual([false, true]);
  });
});

describe("the database answered, whatever its error says", () => {
  const duplicate = failure("duplicate key value", { code: "23505", constraint: "t_key" });

  test.each([
    duplicate,
    wrapped(duplicate, "a"),
    wrapped(duplicate, "Websocket SpA"),
    wrapped(duplicate, "connection terminated"),
    failure('invalid input syntax for type json: "websocket"', { code: "22P02" }),
    failure("permission denied for table audit", { code: "42501" }),
    new AppError("validation_error"),
    new TypeError("a mistake of ours"),
    "a thrown text",
    null,
  ])("%s", (error) => {
    expect(isDatabaseUnreachable(error)).toBe(false);
    expect(translateFailure(error)).toBe(error);
  });

  test("its state and constraint are found behind the query builder's own error", () => {
    expect(sqlState(wrapped(duplicate, "a"))).toBe("23505");
    expect(violatedConstraint(wrapped(duplicate, "a"))).toBe("t_key");
    expect(sqlState(failure("x", { code: "ECONNRESET" }))).toBeNull();
    expect(sqlState(failure("write EPERM", { code: "EPERM" }))).toBeNull();
    expect(violatedConstraint(failure("x"))).toBeNull();
  });
});
