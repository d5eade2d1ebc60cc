import { createApi } from "#functions/api/app.ts";
import { listen } from "#infra/server/listen.ts";
import { freePort } from "#infra/local/ports.ts";
import { testApi, type TestApi, type TestOrganization } from "../scenes/api.ts";

export interface TestMcpServer {
  api: TestApi;
  owner: TestOrganization;
  /** The URL of a server that adds the owner's bearer token, for programs that cannot be given one. */
  url: string;
  close(): Promise<void>;
}

export async function startMcpServer(): Promise<TestMcpServer> {
  const api = await testApi();
  const owner = await api.organization();
  const port = await freePort(0, "PORT");
  const app = createApi({ ...api.appDeps, baseUrl: `http://127.0.0.1:${port}` });
  const server = await listen((request) => {
    const headers = new Headers(request.headers);
    headers.set("authorization", `Bearer ${owner.key}`);
    return app.fetch(new Request(request, { headers }));
  }, port);
  return {
    api,
    owner,
    url: `http://127.0.0.1:${port}/mcp`,
    close: async () => {
      await server.close();
      await api.close();
    },
  };
}
