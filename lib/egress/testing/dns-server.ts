import { createSocket } from "node:dgram";

const types = { a: 1, aaaa: 28 } as const;

export type DnsAnswer = Partial<Record<keyof typeof types, Buffer[] | "fail">> | "none" | "silent";

export interface DnsServer {
  server: string;
  asked: string[];
  close(): Promise<void>;
}

/** A minimal DNS server: answers a test's queries, or stays silent. */
export async function startDnsServer(answers: Record<string, DnsAnswer>): Promise<DnsServer> {
  const socket = createSocket("udp4");
  const asked: string[] = [];
  socket.on("message", (query, from) => {
    const { name, type, end } = questionOf(query);
    asked.push(`${name} ${type}`);
    const reply = replyTo(query.subarray(0, end), answers[name] ?? "none", type);
    if (reply !== null) socket.send(reply, from.port, from.address);
  });
  await new Promise<void>((resolve) => {
    socket.bind(0, "127.0.0.1", resolve);
  });
  return {
    server: `127.0.0.1:${socket.address().port}`,
    asked,
    close: () => new Promise((resolve) => socket.close(() => resolve())),
  };
}

function questionOf(query: Buffer): { name: string; type: number; end: number } {
  const labels: string[] = [];
  let at = 12;
  for (let length = query.readUInt8(at); length > 0; length = query.readUInt8(at)) {
    labels.push(query.toString("ascii", at + 1, at + 1 + length));
    at += 1 + length;
  }
  return { name: labels.join("."), type: query.readUInt16BE(at + 1), end: at + 5 };
}

function replyTo(question: Buffer, answer: DnsAnswer, type: number): Buffer | null {
  if (answer === "silent") return null;
  const [family] = Object.entries(types).find(([, number]) => number === type) ?? [];
  const data = answer === "none" ? [] : (answer[family as keyof typeof types] ?? []);
  const failed = data === "fail";
  const records = failed ? [] : data.map((bytes) => record(type, bytes));
  const reply = Buffer.concat([question, ...records]);
  const code = failed ? 2 : answer === "none" ? 3 : 0;
  reply.writeUInt16BE(0x8180 | code, 2);
  reply.writeUInt16BE(records.length, 6);
  reply.writeUInt32BE(0, 8);
  return reply;
}

function record(type: number, bytes: Buffer): Buffer {
  const head = Buffer.alloc(12);
  head.writeUInt16BE(0xc00c, 0);
  head.writeUInt16BE(type, 2);
  head.writeUInt16BE(1, 4);
  head.writeUInt32BE(1, 6);
  head.writeUInt16BE(bytes.length, 10);
  return Buffer.concat([head, bytes]);
}
