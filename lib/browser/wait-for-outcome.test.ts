import { afterAll, beforeAll, expect, test } from "vitest";
import { captureEvidence } from "./capture-evidence.ts";
import { openAddress } from "./navigate.ts";
import { openSession, type BrowserSession } from "./open-session.ts";
import { waitForOutcome, type OutcomeTable } from "./wait-for-outcome.ts";
import { startLocalSite, type LocalSite } from "./testing/local-site.ts";

const page = (body: string): string => `<!doctype html><title>Portal</title><body>${body}</body>`;

let site: LocalSite;
let session: BrowserSession;
beforeAll(async () => {
  site = await startLocalSite({
    "/rejected": page(`<p>La clave
      no es correcta</p>`),
    "/hidden": page(`<p hidden>La clave no es correcta</p>`),
    "/both": page(`<p>La clave no es correcta</p><div id="cuentas"></div>`),
    "/later": page(`<script>
      addEventListener("load", () => setTimeout(() => {
        document.body.innerHTML = "<div id=cuentas></div>";
      }, 50));
    </script>`),
    "/on": page(`<script>
      addEventListener("load", () => setTimeout(() => location.assign("/later"), 50));
    </script>`),
    "/frames": `<title>Portal</title><frameset cols="*"><frame name="in" src="/rejected"></frameset>`,
    "/form": page(`<!-- nota 778899 --><script>const token = "abc123";</script>
      <form action="/go?sid=SECRET99"><label for="r">RUT</label>
      <input id="r" name="rut" value="12.345.678-5" data-id="55"><textarea>escrito</textarea>
      <select><option value="4455" selected>Cuenta 4455</option></select></form>
      <p>RUT 12.345.678-K, saldo $1.234.567, correo ana@correo.example, hola marca-secreta</p>
      <table><tr><th>Monto</th></tr>${"<tr><td>fila</td></tr>".repeat(9)}</table>`),
    "/changed": page(`<iframe name="sesion 77889900 marca-secreta"></iframe>
      <h1>hola marca-secreta</h1> <p>saldo 1234</p>
      <script>String.prototype.replaceAll = function () { return String(this) }</script>`),
  });
  session = await openSession({ baseUrl: site.url, signal: AbortSignal.timeout(60_000) });
});
afterAll(async () => {
  await session.close();
  await site.close();
});

const table: OutcomeTable<"rejected" | "ok"> = {
  rejected: { text: "La clave no es correcta" },
  ok: [{ selector: "#cuentas", title: "Portal" }, { path: "/inicio" }],
};

async function outcomeAt(path: string, limitMs = 2_000): Promise<string> {
  await openAddress(session, site.url + path);
  return waitForOutcome(session, session.page, table, { limitMs });
}

test("a page is recognised by what it shows, and the first matching row wins", async () => {
  expect(await outcomeAt("/rejected")).toBe("rejected");
  expect(await outcomeAt("/both")).toBe("rejected");
});

test("a page that turns into a known one is waited for", async () => {
  expect(await outcomeAt("/later")).toBe("ok");
});

test("a page that navigates to a known one is followed", async () => {
  expect(await outcomeAt("/on")).toBe("ok");
});

test("an invisible element is no sign, and a page without a sign is unknown", async () => {
  expect(await outcomeAt("/hidden", 200)).toBe("unknown");
});

test("a frame can be the page that is waited for", async () => {
  await openAddress(session, `${site.url}/frames`);
  // A frame has its name only once its own document has loaded.
  await session.page.waitForLoadState("load");
  const frame = session.page.frame({ name: "in" });
  if (frame === null) throw new Error("the page has a frame");
  expect(await waitForOutcome(session, frame, table)).toBe("rejected");
});

test("a stopped session does not wait", async () => {
  await openAddress(session, `${site.url}/hidden`);
  const stop = new AbortController();
  const reason = new Error("stopped");
  const waiting = waitForOutcome({ signal: stop.signal }, session.page, table);
  stop.abort(reason);
  await expect(waiting).rejects.toBe(reason);
});

test("evidence keeps the form's shape and drops what was typed and every digit", async () => {
  await openAddress(session, `${site.url}/form`);
  const seen = await captureEvidence(session, { during: "login", conceal: ["marca-secreta"] });
  if (seen === null) throw new Error("the page can be looked at");
  expect(seen.screenshot).toBeNull();
  expect(seen.text).toContain(`<label for="r">RUT</label>`);
  expect(seen.text).toContain(`name="rut"`);
  expect(seen.text).toContain(`action="/go"`);
  expect(seen.text).toContain("saldo $#.###.###, correo [mail], hola [concealed]");
  expect(seen.text).not.toMatch(/\d{2}|SECRET|abc|escrito|nota|data-id|marca-secreta|-K/);
  expect(seen.text.match(/fila/g)).toHaveLength(3);
});

test("evidence drops them from frames' names too, and where a page's scripts changed its words", async () => {
  await openAddress(session, `${site.url}/changed`);
  const seen = await captureEvidence(session, { during: "login", conceal: ["marca-secreta"] });
  expect(seen?.text).toContain(`<!-- frame "sesion ######## [concealed]"`);
  expect(seen?.text).toContain("<h1>hola [concealed]</h1> <p>saldo ####</p>");
});

test("evidence is cut, photographs the veiled page, and is null for a browser that is gone", async () => {
  await openAddress(session, `${site.url}/form`);
  const seen = await captureEvidence(session, { during: "reading", maxBytes: 20_000 });
  expect(seen?.screenshot?.subarray(0, 2)).toEqual(Buffer.from([0xff, 0xd8]));
  const short = await captureEvidence(session, { during: "login", maxBytes: 100 });
  expect(Buffer.byteLength(short?.text ?? "")).toBeLessThanOrEqual(100);
  const other = await openSession({ baseUrl: site.url, signal: AbortSignal.timeout(30_000) });
  await other.close();
  expect(await captureEvidence(other, { during: "reading" })).toBeNull();
});
