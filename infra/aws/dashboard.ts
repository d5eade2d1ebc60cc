import { edge } from "./edge.ts";
import { smallPool } from "./environment.ts";
import { builtSmall } from "./functions.ts";
import {
  apiKeySecrets,
  authDatabaseUrl,
  authSecrets,
  formSecrets,
  serviceSecret,
} from "./secrets.ts";

/** Where people sign in, agents ask for access, and an organization is looked after. */
export const dashboardPaths = [
  "/login",
  "/consent",
  "/auth",
  "/dashboard",
  "/.well-known/oauth-authorization-server",
] as const;

export const dashboard = new sst.aws.Function("Dashboard", {
  ...builtSmall("dashboard"),
  timeout: "20 seconds",
  memory: "1024 MB",
  streaming: false,
  url: { cors: false },
  environment: {
    ...smallPool,
    AUTH_DATABASE_URL: authDatabaseUrl.value,
    AUTH_SECRETS: authSecrets.value,
    BASE_URL: edge.url,
    API_KEY_SECRETS: apiKeySecrets.value,
    FORM_SECRETS: formSecrets.value,
    SERVICE_SECRET: serviceSecret.value,
  },
});

// A path and all that is under it; everything else is the API's.
for (const path of dashboardPaths) edge.route(path, dashboard.url);
