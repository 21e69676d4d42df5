// Plain requests and sockets of bots from any address of this machine.
import { request } from 'node:http';
import { WebSocket } from 'ws';

export interface Plain {
  status: number;
  headers: Record<string, unknown>;
}
export function from(port: number, localAddress: string, path: string, method = 'GET'): Promise<Plain> {
  return new Promise((resolve, reject) => {
    const where = { host: '127.0.0.1', port, method, path, localAddress, headers: { host: 'localhost' } };
    const call = request(where, (answer) => {
      answer.resume();
      answer.on('end', () => resolve({ status: answer.statusCode ?? 0, headers: answer.headers }));
    });
    call.on('error', reject);
    call.end();
  });
}

export interface Listened {
  ws: WebSocket;
  // oxlint-disable-next-line typescript/no-explicit-any -- events of many shapes
  events: any[];
  closed: Promise<number>;
}
/** It says that it comes from elsewhere, which only a proxy of ours may say. */
export async function listen(port: number, path: string, host = 'localhost', localAddress?: string): Promise<Listened> {
  const ws = new WebSocket(`ws://127.0.0.1:${port}${path}`, { headers: { host, 'x-forwarded-for': '203.0.113.9' }, localAddress });
  const heard: Listened = { ws, events: [], closed: new Promise((resolve) => ws.on('close', (code) => resolve(code))) };
  ws.on('message', (data) => heard.events.push(JSON.parse(String(data))));
  await new Promise((resolve, reject) => {
    ws.on('open', resolve);
    ws.on('error', reject);
  });
  return heard;
}
