import { createServer, type AddressInfo, type Socket } from "node:net";
import { createSecureContext, createServer as createTlsServer, TLSSocket } from "node:tls";
import { onTestFinished } from "vitest";

interface Certificate {
  key: string;
  cert: string;
}

interface SmtpOptions {
  /** Set for TLS from the first byte. */
  tls?: Certificate;
  /** Set for a server that offers STARTTLS. */
  startTls?: Certificate;
  /** Answers to commands with this beginning, instead of the usual ones. */
  answers?: Record<string, string>;
}

export interface SmtpServer {
  port: number;
  /** Each command as it was heard: those that went over TLS begin with "tls ". */
  said: string[];
  /** The message as it was before it was sent. */
  data: string;
}

/** A mail server of this machine, for the duration of one test. */
export async function smtpServer(options: SmtpOptions = {}): Promise<SmtpServer> {
  const running: SmtpServer = { port: 0, said: [], data: "" };
  const sockets = new Set<Socket>();
  const onSocket = (socket: Socket): void => {
    sockets.add(socket);
    socket.write("220 hello\r\n");
    converse(socket, options, running);
  };
  const server =
    options.tls === undefined ? createServer(onSocket) : createTlsServer(options.tls, onSocket);
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  onTestFinished(() => {
    for (const socket of sockets) socket.destroy();
    server.close();
  });
  running.port = (server.address() as AddressInfo).port;
  return running;
}

function converse(socket: Socket, options: SmtpOptions, running: SmtpServer): void {
  const isTls = socket instanceof TLSSocket;
  const offered = options.startTls === undefined || isTls ? "" : "250-STARTTLS\r\n";
  const usual: Record<string, string> = {
    EHLO: `250-one\r\n${offered}250 AUTH LOGIN PLAIN`,
    AUTH: "235 in",
    DATA: "354 go",
    STARTTLS: options.startTls === undefined ? "502 what?" : "220 go",
  };
  let rest = "";
  let inData = false;
  const listen = (chunk: string): void => {
    rest += chunk;
    for (let end = rest.indexOf("\r\n"); end >= 0; end = rest.indexOf("\r\n")) {
      const line = rest.slice(0, end);
      rest = rest.slice(end + 2);
      if (inData && line !== ".") {
        running.data += `${line.replace(/^\./, "")}\n`;
        continue;
      }
      running.said.push(isTls ? `tls ${line}` : line);
      const { answers = {} } = options;
      inData = line === "DATA" && answers["DATA"] === undefined;
      const verb = line.split(/[ :]/)[0] ?? "";
      socket.write(`${answers[verb] ?? usual[verb] ?? "250 ok"}\r\n`);
      if (verb !== "STARTTLS" || options.startTls === undefined) continue;
      socket.off("data", listen);
      const secureContext = createSecureContext(options.startTls);
      converse(new TLSSocket(socket, { isServer: true, secureContext }), options, running);
      return;
    }
  };
  socket.on("error", () => undefined);
  socket.setEncoding("utf8").on("data", listen);
}
