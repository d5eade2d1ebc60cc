import { afterAll, beforeAll, expect, test } from "vitest";
import {
  createDraft,
  listedToken,
  mailCaller,
  rawMail,
  refresh,
  type MailCaller,
} from "#infra/sandbox/testing/correo.ts";
import { startTestSandbox, type TestSandbox } from "#infra/sandbox/testing/sandbox.ts";
import { apiMailbox } from "#lib/connectors/correo/driver/api-mailbox.ts";
import { MailApi } from "#lib/connectors/correo/driver/mail-api.ts";
import type { Mailbox } from "#lib/contract/index.ts";

let sandbox: TestSandbox;
let person: MailCaller;
let mailbox: Mailbox;
beforeAll(async () => {
  sandbox = await startTestSandbox();
  const { body } = await refresh(sandbox, await listedToken(sandbox));
  person = mailCaller(sandbox, body.access_token);
  const api = new MailApi(`${sandbox.url}/portals/correo`, new AbortController().signal);
  api.use(body.access_token);
  mailbox = apiMailbox(api);
});
afterAll(() => sandbox.close());

test("a draft belongs to an operation while it is a draft, and its header names it", async () => {
  const { id } = await createDraft(person);
  expect(await mailbox.isDraftOf(id, "oper_1")).toBe(true);
  expect(await mailbox.isDraftOf(id, "oper_2")).toBe(false);
  const mensaje = { crudo: rawMail({ "X-Connect-Operation": "" }) };
  expect((await person.ask("PUT", `/borradores/${id}`, { mensaje })).status).toBe(200);
  expect(await mailbox.isDraftOf(id, "oper_1")).toBe(false);
});

test.each([404, 400])(
  "one that was sent, which is a %i, is no longer a draft",
  async (usedDraft) => {
    await sandbox.control("PATCH", "/portals/correo", { usedDraft });
    const { id } = await createDraft(person);
    await mailbox.sendDraft(id);
    expect(await mailbox.isDraftOf(id, "oper_1")).toBe(false);
  },
);
