// Thousands of members' sockets in a client process of their own, each on its own bets: what came, and when the last of it did.
import { fork } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { WebSocket } from 'ws';

const QUEUE = '/user/queue/trade/bet';
const AT_ONCE = 50;
const END = '"endAt":"';
const RESULT = '"type":"betResult"';
const BET = '"tradeHistoryId":';
/** Of one settlement: this long without another frame, and it is told. */
const QUIET_MS = 1_500;
/** And so long without the first. */
const LONGEST_MS = 20_000;

/** Results of one settlement, as the sockets heard them. */
export interface HeardResults {
  /** Frames of results, and the results in them. */
  frames: number;
  results: number;
  /** Sockets with more than one frame. */
  manyFrames: number;
  /** By frame: ms since its round's end, this machine's clock. */
  ages: number[];
}

export interface SocketCrowd {
  openMs: number;
  /** Resolves when so many results have come, or none more for a while: what came since the last time. */
  heard(results: number): Promise<HeardResults>;
  /** The same members' newer tokens, in the same order: a socket ends with its token. */
  renew(tokens: readonly string[]): void;
  end(): void;
}

export async function openSocketCrowd(url: string, tokens: readonly string[]): Promise<SocketCrowd> {
  const client = fork(fileURLToPath(import.meta.url), ['client'], { serialization: 'advanced' });
  client.send({ url, tokens });
  const [{ openMs }] = (await once(client, 'message')) as [{ openMs: number }];
  return {
    openMs,
    async heard(results) {
      client.send({ results });
      return ((await once(client, 'message')) as [HeardResults])[0];
    },
    renew: (newer) => void client.send({ tokens: newer }),
    end: () => void client.kill(),
  };
}

if (process.argv[2] === 'client') process.once('message', (asked) => void runClient(asked as { url: string; tokens: string[] }));

async function runClient({ url, tokens }: { url: string; tokens: string[] }): Promise<void> {
  // A bench that fails must not leave its sockets behind.
  process.on('disconnect', () => process.exit(0));
  const begin = performance.now();
  const frames = new Uint32Array(tokens.length);
  let heard: HeardResults = { frames: 0, results: 0, manyFrames: 0, ages: [] };
  let lastAt = 0;
  let wanted = Number.POSITIVE_INFINITY;
  let askedAt = 0;
  const tell = () => {
    wanted = Number.POSITIVE_INFINITY;
    process.send?.(heard);
    heard = { frames: 0, results: 0, manyFrames: 0, ages: [] };
    lastAt = 0;
    frames.fill(0);
  };
  const hear = (index: number, data: Buffer): void => {
    const text = data.toString('latin1');
    if (!text.includes(RESULT)) return;
    lastAt = Date.now();
    heard.ages.push(lastAt - endOf(text));
    heard.frames++;
    if (++frames[index] === 2) heard.manyFrames++;
    for (let at = text.indexOf(BET); at >= 0; at = text.indexOf(BET, at + BET.length)) heard.results++;
    if (heard.results >= wanted) tell();
  };
  const sockets: WebSocket[] = [];
  for (let i = 0; i < tokens.length; i += AT_ONCE)
    sockets.push(...(await Promise.all(tokens.slice(i, i + AT_ONCE).map((token, j) => openOne(url, token, (data) => hear(i + j, data))))));
  process.send?.({ openMs: performance.now() - begin });
  process.on('message', ({ results, tokens: newer }: { results: number; tokens?: string[] }) => {
    if (newer !== undefined) return newer.forEach((token, i) => sockets[i].send(renewal(token)));
    wanted = results;
    askedAt = Date.now();
    if (heard.results >= wanted) tell();
  });
  setInterval(() => {
    const quietFor = Date.now() - (lastAt > askedAt ? lastAt : askedAt + LONGEST_MS);
    if (wanted !== Number.POSITIVE_INFINITY && quietFor > QUIET_MS) tell();
  }, 100);
}

/** Of the first bet in a frame. */
function endOf(text: string): number {
  const from = text.indexOf(END) + END.length;
  return Date.parse(text.slice(from, text.indexOf('"', from)));
}

const renewal = (token: string) => `SEND\ndestination:/renew\nAuthorization:Bearer ${token}\n\n\0`;

async function openOne(url: string, token: string, hear: (data: Buffer) => void): Promise<WebSocket> {
  const socket = new WebSocket(`${url.replace('http', 'ws')}/bx_ws`, ['v12.stomp'], { perMessageDeflate: false, skipUTF8Validation: true });
  await once(socket, 'open');
  socket.send(`CONNECT\naccept-version:1.2\nhost:localhost\nheart-beat:0,0\nAuthorization:Bearer ${token}\n\n\0`);
  await once(socket, 'message');
  socket.on('message', hear);
  socket.send(`SUBSCRIBE\nid:0\ndestination:${QUEUE}\n\n\0`);
  return socket;
}
