// STOMP 1.2 frames: the library's own parser with our limits on the way in, small buffers on the way out.
import { FrameImpl, Parser } from '@stomp/stompjs';
import { isReadable } from './readable-text.ts';

export const MAX_FRAME_BYTES = 16_384;
const MAX_HEADERS = 32;
const MAX_HEADER_CHARS = 2048;

export interface InFrame {
  command: string;
  headers: Readonly<Record<string, string>>;
  body: string;
}

export class FrameFault extends Error {}

/** Feeds chunks; throws FrameFault when a frame breaks a limit or the protocol. */
export function frameReader(onFrame: (frame: InFrame) => void): (chunk: string | Buffer) => void {
  let pending = 0;
  // The parser swallows what its callback throws: frames are taken out of it first and acted on after.
  const parsed: RawFrame[] = [];
  const parser = new Parser(
    (raw) => {
      pending = 0;
      parsed.push(raw);
    },
    () => {
      pending = 0;
    },
  );
  return (chunk) => {
    pending += chunk.length;
    if (pending > MAX_FRAME_BYTES) throw new FrameFault('frame too large');
    parser.parseChunk(typeof chunk === 'string' ? chunk : toArrayBuffer(chunk));
    for (const raw of parsed.splice(0)) onFrame(readFrame(raw));
  };
}

type RawFrame = Parameters<typeof FrameImpl.fromRawFrame>[0];

function readFrame(raw: RawFrame): InFrame {
  const isTooLong = ([key, value]: [string, string]) => key.length + value.length > MAX_HEADER_CHARS;
  if (raw.headers.length > MAX_HEADERS || raw.headers.some(isTooLong)) throw new FrameFault('too many or too long headers');
  const frame = FrameImpl.fromRawFrame(raw, true);
  const texts = [frame.body, ...Object.entries(frame.headers).flat()];
  if (!texts.every(isReadable)) throw new FrameFault('text that cannot be kept');
  return { command: frame.command, headers: frame.headers, body: frame.body };
}

const toArrayBuffer = (bytes: Buffer) => bytes.buffer.slice(bytes.byteOffset, bytes.byteOffset + bytes.byteLength) as ArrayBuffer;

/** Of a frame, whatever its name's case: HTTP's names are written both ways. */
export function headerOf({ headers }: InFrame, name: string): string | undefined {
  if (headers[name] !== undefined) return headers[name];
  for (const key in headers) if (key.toLowerCase() === name) return headers[key];
  return undefined;
}

export type Headers = Readonly<Record<string, string | number>>;

/** On the wire, WebSocket frame included. */
export function frameBytes(command: string, headers: Headers, body = ''): Buffer {
  // CONNECTED keeps its headers unescaped, for clients of older versions.
  const value = command === 'CONNECTED' ? String : escapeHeader;
  let text = `${command}\n`;
  for (const name in headers) text += `${name}:${value(String(headers[name]))}\n`;
  return wireFrame(`${text}\n${body}\0`);
}

/** The part of a MESSAGE frame that all subscribers share. */
export function messageTail(destination: string, messageId: string, json: string, eventId?: string): string {
  const event = eventId === undefined ? '' : `event-id:${eventId}\n`;
  return `message-id:${messageId}\ndestination:${escapeHeader(destination)}\ncontent-type:application/json\n${event}\n${json}\0`;
}

/** The part of a MESSAGE frame behind the subscription, for an answer with headers of its own. */
export function replyTail(destination: string, messageId: string, own: Headers, json: string): string {
  let text = `message-id:${messageId}\ndestination:${escapeHeader(destination)}\ncontent-type:application/json\n`;
  for (const name in own) text += `${name}:${escapeHeader(String(own[name]))}\n`;
  return `${text}\n${json}\0`;
}

/** On the wire, WebSocket frame included. */
export function messageBytes(subscription: string, tail: string): Buffer {
  return wireFrame(`MESSAGE\nsubscription:${escapeHeader(subscription)}\n${tail}`);
}

const special = /[\\:\n\r]/g;
const escapes: Readonly<Record<string, string>> = { '\\': '\\\\', ':': '\\c', '\n': '\\n', '\r': '\\r' };

export function escapeHeader(value: string): string {
  return value.replace(special, (c) => escapes[c]);
}

// A whole WebSocket text frame: servers send unmasked, so one buffer serves every reader of the same subscription id.
function wireFrame(text: string): Buffer {
  const length = Buffer.byteLength(text);
  const head = length < 126 ? 2 : length < 65_536 ? 4 : 10;
  const wire = Buffer.allocUnsafe(head + length);
  wire[0] = 0x81;
  wire[1] = head === 2 ? length : head === 4 ? 126 : 127;
  if (head === 4) wire.writeUInt16BE(length, 2);
  else if (head === 10) wire.writeBigUInt64BE(BigInt(length), 2);
  wire.write(text, head);
  return wire;
}

/** STOMP's heart-beat. */
export const beatBytes = wireFrame('\n');
