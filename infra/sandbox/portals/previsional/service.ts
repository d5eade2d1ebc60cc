import { sectionGate, newProgress } from "../../bank/section-gate.ts";
import { companyOf, otherCompany } from "../../generator/companies.ts";
import { movePeriod, periodOf } from "../../generator/calendar.ts";
import { readRut } from "../../generator/rut.ts";
import { unavailable } from "../../system/interference.ts";
import { codes, payrollXml, sheetXml } from "./answers.ts";
import { envelope, readEnvelope, type Call, type Xml } from "./envelope.ts";
import { exportFile } from "./export-file.ts";
import type { Ctx, Previsional, PrevisionalVisit } from "./session.ts";

type Answer = Response | Promise<Response>;
type Served = (call: Call, visit: PrevisionalVisit, company: string) => Answer;

const monthsBack = 25;

/** The one address of this portal: every call is an envelope, and every answer is 200. */
export function createService(portal: Previsional): (c: Ctx) => Promise<Response> {
  const { world, sessions, credentials, book, jobs, switches } = portal;
  const calls = new Map<string, Served>([
    ["nominas.lista", listPayrolls],
    ["nominas.exportar", orderExport],
    ["trabajo.avance", jobState],
    ["trabajo.archivo", fetchFile],
    ["planillas.lista", listSheets],
  ]);

  return async (c) => {
    const call = readEnvelope(await c.req.text());
    if (!call) return say(0, codes.wrongEnvelope);
    if (call.name === "sesion.abrir") return logIn(call);
    const session = sessions.find(call.mark);
    if (session && call.number !== session.data.lastCall + 1) {
      return say(call.number, codes.wrongNumber);
    }
    if (call.name === "sesion.cerrar") {
      sessions.logout(call.mark);
      return say(call.number, codes.done);
    }
    if (!session) return say(call.number, codes.sessionEnded);
    session.data.lastCall = call.number;
    if (call.name === "empresa.elegir") return choose(call, session.data);
    const served = calls.get(call.name);
    if (!served) return say(call.number, codes.unknownCall);
    const { company } = session.data;
    if (!company) return say(call.number, codes.noCompany);
    switch (sectionGate(world, session.data, sectionOf(call.name))) {
      case "ended":
        sessions.drop(session.id);
        return say(call.number, codes.sessionEnded);
      case "cut":
        return unavailable(c);
      case "open":
        return served(call, session.data, company);
    }
  };

  function say(number: number, code: number, parts: readonly Xml[] = []): Response {
    world.counters.add("pages");
    return new Response(envelope(number, code, parts), {
      headers: { "content-type": "text/xml; charset=UTF-8", "cache-control": "no-store" },
    });
  }

  function logIn(call: Call): Response {
    const user = readRut(call.field("rut")) ?? "";
    if (call.number !== 1) return say(call.number, codes.wrongNumber);
    const { outcome } = credentials.check(user, call.field("clave"));
    if (outcome === "wrong") return say(1, codes.wrongPassword);
    if (outcome === "blocked") return say(1, codes.blocked);
    const person = portal.people.find((one) => one.user === user);
    if (!person) throw new Error(`no person ${user}`);
    if (sessions.hasOpen(user) || world.faults.take("session_active")) {
      world.counters.add("refused_sessions");
      return say(1, codes.sessionActive);
    }
    const visit = { person, company: undefined, lastCall: 1, ...newProgress() };
    const { id } = sessions.open(user, visit);
    const companies = person.companies.map((rut): Xml => [
      "empresa",
      [
        ["rut", rut],
        ["nombre", companyOf(rut).name],
      ],
    ]);
    return say(1, codes.done, [
      ["marca", id],
      ["empresas", companies],
    ]);
  }

  function choose(call: Call, visit: PrevisionalVisit): Response {
    const chosen = readRut(call.field("rut")) ?? "";
    if (!visit.person.companies.includes(chosen)) return say(call.number, codes.wrongFields);
    visit.company = world.faults.take("identity_mismatch") ? otherCompany : chosen;
    return say(call.number, codes.done, [holder(visit.company)]);
  }

  /** Every answer about a company names it. */
  function holder(company: string): Xml {
    return [
      "titular",
      [
        ["rut", company],
        ["nombre", companyOf(company).name],
      ],
    ];
  }

  /** `102026` → `2026-10`, if the portal still keeps that month. */
  function periodIn(call: Call): string | undefined {
    const [, month, year] = /^(\d{2})(\d{4})$/.exec(call.field("periodo")) ?? [];
    const current = periodOf(world.today());
    const period = `${year}-${month}`;
    const isKept = period <= current && period >= movePeriod(current, -monthsBack);
    return /^\d{4}-(?:0[1-9]|1[0-2])$/.test(period) && isKept ? period : undefined;
  }

  function listPayrolls(call: Call, _: PrevisionalVisit, company: string): Response {
    const period = periodIn(call);
    if (!period) return say(call.number, codes.wrongFields);
    const changed = world.faults.take("layout_changed") !== undefined;
    const rows = book.payrolls(company, period).map((one) => payrollXml(one, changed));
    return say(call.number, codes.done, [
      holder(company),
      ["cantidad", rows.length],
      ["nominas", rows],
    ]);
  }

  function listSheets(call: Call, _: PrevisionalVisit, company: string): Response {
    const period = periodIn(call);
    if (!period) return say(call.number, codes.wrongFields);
    const sheets = book
      .payrolls(company, period)
      .flatMap((payroll) => payroll.sheets.map((sheet) => ({ payroll, sheet })));
    const more = sheets.length > 0 && world.faults.take("sum_differs") ? 1000 : 0;
    const rows = sheets.map(({ payroll, sheet }, index) => {
      const { nominal, total } = sheet;
      const shown = index === 0 ? { nominal: nominal + more, total: total + more } : {};
      return sheetXml(payroll, { ...sheet, ...shown });
    });
    return say(call.number, codes.done, [
      holder(company),
      ["cantidad", rows.length],
      ["planillas", rows],
    ]);
  }

  function orderExport(call: Call, _: PrevisionalVisit, company: string): Response {
    const payroll = book.find(company, call.field("nomina"));
    if (!payroll) return say(call.number, codes.unknownPayroll);
    const { exportMs, version } = switches.values();
    const job = jobs.order({ company, payrollId: payroll.id, version }, exportMs);
    return say(call.number, codes.done, [holder(company), ["trabajo", job.id]]);
  }

  /** 1 is in progress, 2 is ready. */
  function jobState(call: Call, _: PrevisionalVisit, company: string): Response {
    const job = jobs.find(company, call.field("trabajo"));
    if (!job) return say(call.number, codes.unknownJob);
    const isReady = job.isReady() && !world.faults.take("export_late");
    return say(call.number, codes.done, [holder(company), ["avance", isReady ? 2 : 1]]);
  }

  function fetchFile(call: Call, _: PrevisionalVisit, company: string): Response {
    const job = jobs.find(company, call.field("trabajo"));
    const payroll = job && book.find(company, job.payrollId);
    if (!job || !payroll) return say(call.number, codes.unknownJob);
    if (!job.isReady()) return say(call.number, codes.notReady);
    if (!job.fetch()) return say(call.number, codes.alreadyFetched);
    world.counters.add("downloads");
    const file = exportFile(payroll, job.version);
    const isCut = world.faults.take("export_cut") !== undefined;
    const bytes = isCut ? file.subarray(0, Math.floor(file.length / 2)) : file;
    return say(call.number, codes.done, [
      holder(company),
      ["nomina", payroll.id],
      ["version", job.version],
      ["lineas", payroll.lines.length],
      ["archivo", bytes.toString("base64")],
    ]);
  }
}

function sectionOf(name: string): "nominas" | "planillas" {
  return name.startsWith("planillas") ? "planillas" : "nominas";
}
