// A real STOMP client for tests: @stomp/stompjs over ws, with what it heard.
import { Client, type IFrame, type IMessage } from '@stomp/stompjs';
import { WebSocket } from 'ws';

export interface Heard {
  headers: Record<string, string>;
  body: unknown;
}
export interface TestClient {
  client: Client;
  /** ERROR frames' `message` headers. */
  errors: string[];
  closed: Promise<number>;
  subscribe(destination: string, headers?: Record<string, string>): Heard[];
  /** Resolves once the server has acted on everything sent so far. */
  settle(): Promise<void>;
  end(): Promise<void>;
}

export interface StompOptions {
  token?: string;
  headers?: Record<string, string>;
  /** Header lines of the upgrade request. */
  upgrade?: Record<string, string>;
}

export async function connectStomp(port: number, options: StompOptions = {}): Promise<TestClient> {
  const errors: string[] = [];
  let onClosed: (code: number) => void = () => undefined;
  const closed = new Promise<number>((done) => {
    onClosed = done;
  });
  const auth: Record<string, string> = options.token === undefined ? {} : { Authorization: `Bearer ${options.token}` };
  const client = new Client({
    webSocketFactory: () => new WebSocket(`ws://127.0.0.1:${port}/bx_ws`, { headers: options.upgrade }) as never,
    connectHeaders: { ...auth, ...options.headers },
    reconnectDelay: 0,
    heartbeatIncoming: 0,
    heartbeatOutgoing: 0,
  });
  client.onWebSocketClose = (event: { code: number }) => onClosed(event.code);
  await new Promise<void>((done, fail) => {
    client.onConnect = () => done();
    client.onStompError = (frame: IFrame) => {
      errors.push(frame.headers.message);
      fail(new Error(frame.headers.message));
    };
    client.onWebSocketError = (event: { message?: string }) => fail(new Error(event.message ?? 'socket refused'));
    client.activate();
  });
  let receipts = 0;
  return {
    client,
    errors,
    closed,
    subscribe(destination, headers = {}) {
      const heard: Heard[] = [];
      client.subscribe(
        destination,
        (message: IMessage) => void heard.push({ headers: message.headers as Record<string, string>, body: JSON.parse(message.body) }),
        headers,
      );
      return heard;
    },
    settle() {
      return new Promise<void>((done) => {
        const receipt = `settle-${++receipts}`;
        client.watchForReceipt(receipt, () => done());
        client.publish({ destination: '/ping', headers: { receipt } });
      });
    },
    async end() {
      await client.deactivate({ force: true });
    },
  };
}

/** Polls until it holds, so that no test sleeps longer than it must. */
export async function until(holds: () => boolean, limitMs = 60_000): Promise<void> {
  const end = Date.now() + limitMs;
  while (!holds()) {
    if (Date.now() > end) throw new Error('did not come true in time');
    await new Promise((done) => setTimeout(done, 10));
  }
}
