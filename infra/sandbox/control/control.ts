import { Hono } from "hono";
import type { Clients } from "../receivers/clients.ts";
import type { Receivers } from "../receivers/receivers.ts";
import type { ServiceControl } from "../service-control.ts";
import type { Systems } from "../system/systems.ts";
import { auditRoutes } from "./audit.ts";
import { failure } from "./call.ts";
import { clientRoutes } from "./clients.ts";
import { clockRoutes } from "./clock.ts";
import { connectionRoutes } from "./connections.ts";
import { dnsRoutes } from "./dns.ts";
import { keyRoutes } from "./keys.ts";
import { mailRoutes } from "./mail.ts";
import { memberRoutes } from "./members.ts";
import { organizationRoutes } from "./organizations.ts";
import { portalRoutes } from "./portals.ts";
import { receiverRoutes } from "./receivers.ts";

export interface ControlOptions {
  service: ServiceControl;
  systems: Systems;
  receivers: Receivers;
  clients: Clients;
}

export function createControl({ service, systems, receivers, clients }: ControlOptions): Hono {
  const control = new Hono();
  control.route("/clock", clockRoutes(service));
  control.route("/portals", portalRoutes(systems));
  control.route("/receivers", receiverRoutes(receivers));
  control.route("/clients", clientRoutes(clients));
  control.route("/dns", dnsRoutes(service));
  control.route("/organizations", organizationRoutes(service));
  control.route("/keys", keyRoutes(service));
  control.route("/connections", connectionRoutes(service));
  control.route("/members", memberRoutes(service));
  control.route("/mail", mailRoutes(service));
  control.route("/audit", auditRoutes(service));
  control.post("/reset", async (c) => {
    systems.reset();
    receivers.reset();
    clients.reset();
    await service.forgetLogins();
    return c.json({ reset: true });
  });
  control.all("*", (c) =>
    c.json({ error: `no call ${c.req.method} ${c.req.path}`, takes: callsOf(control) }, 404),
  );
  control.onError(failure);
  return control;
}

function callsOf(control: Hono): string[] {
  const calls = control.routes.filter((route) => route.method !== "ALL");
  return [...new Set(calls.map((route) => `${route.method} ${route.path}`))];
}
