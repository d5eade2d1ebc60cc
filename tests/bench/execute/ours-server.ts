import { createApi } from "#functions/api/app.ts";
import { handedOver, serve } from "../harness/serve.ts";
import { benchDeps, type ServerConfig } from "./scene.ts";

await serve(createApi(await benchDeps(handedOver<ServerConfig>())).fetch);
