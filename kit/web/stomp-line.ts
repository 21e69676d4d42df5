// One STOMP connection over WebSocket by @stomp/stompjs, reduced to what our reconnect schedule needs: it opens once, and it ends once.
import { Client } from '@stomp/stompjs';

export interface LineFrame {
  body: string;
  headers: Readonly<Record<string, string>>;
}

export interface Line {
  subscribe(destination: string, headers: Record<string, string>, onFrame: (frame: LineFrame) => void): () => void;
  publish(destination: string, body: string, headers?: Record<string, string>): void;
  close(): void;
}

export interface LineEvents {
  opened(line: Line): void;
  /** Once, whatever the reason; never after `close()`. */
  ended(): void;
  /** An ERROR frame of the server: a refused subscription, and then `about` is its destination, or an ended login. */
  refused(message: string, about: string): void;
}

export type OpenLine = (connectHeaders: Record<string, string>, events: LineEvents) => { close(): void };

const connectTimeoutMs = 6_000;

export function stompLineTo(address: string): OpenLine {
  return (connectHeaders, events) => {
    let isOver = false;
    const end = (tell: boolean) => {
      if (isOver) return;
      isOver = true;
      clearTimeout(timeout);
      void client.deactivate({ force: true });
      if (tell) events.ended();
    };
    const client = new Client({
      brokerURL: address,
      connectHeaders,
      // Reconnecting and heart-beats are ours: the specification fixes both.
      reconnectDelay: 0,
      heartbeatIncoming: 0,
      heartbeatOutgoing: 0,
      discardWebsocketOnCommFailure: true,
      onStompError: (frame) => events.refused(frame.headers['message'] ?? '', frame.body),
      onWebSocketClose: () => end(true),
      onWebSocketError: () => end(true),
      onConnect: () => {
        clearTimeout(timeout);
        events.opened({
          subscribe(destination, headers, onFrame) {
            const subscription = client.subscribe(destination, onFrame, headers);
            return () => {
              if (client.connected) subscription.unsubscribe();
            };
          },
          publish(destination, body, headers) {
            if (client.connected) client.publish({ destination, body, headers });
          },
          close: () => end(false),
        });
      },
    });
    const timeout = setTimeout(() => end(true), connectTimeoutMs);
    client.activate();
    return { close: () => end(false) };
  };
}
