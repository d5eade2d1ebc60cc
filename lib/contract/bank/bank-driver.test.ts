import { expect, test } from "vitest";
import { SessionEnded, type LoginOutcome } from "../driver/driver.ts";
import { bankDriver } from "./bank-driver.ts";

const company = { rut: "76555835-2", razonSocial: "Importadora Ñuble & Cía. Ltda." };
const hooks = { submitting: () => Promise.resolve() };

/** A portal whose login sends the password and then continues as given. */
function driverThat(goesOn: () => Promise<LoginOutcome>) {
  let logouts = 0;
  const driver = bankDriver({
    async logIn({ onSend }) {
      await onSend();
      return goesOn();
    },
    readers: {},
    logOut: async () => void (logouts += 1),
  });
  const visit = async () => {
    try {
      return await driver.login({}, company.rut, hooks);
    } finally {
      await driver.logout();
    }
  };
  return { visit, logouts: () => logouts };
}

test("a login that is logged out between two of its steps is busy, and leaves the other session alone", async () => {
  const { visit, logouts } = driverThat(() => Promise.reject(new SessionEnded()));
  expect(await visit()).toEqual({ kind: "busy" });
  expect(logouts()).toBe(0);
});

test("a login that fails in any other way throws, and any session it opened is closed", async () => {
  const failure = new Error("no answer");
  const { visit, logouts } = driverThat(() => Promise.reject(failure));
  await expect(visit()).rejects.toBe(failure);
  expect(logouts()).toBe(1);
});

test("a login that opened the company logs out once", async () => {
  const { visit, logouts } = driverThat(async () => ({ kind: "ok", company }));
  expect(await visit()).toEqual({ kind: "ok", company });
  expect(logouts()).toBe(1);
});
