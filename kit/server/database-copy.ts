// COPY in both directions over the plain driver: its row reader passes everything through text, which bytes do not survive.
import type pg from 'pg';

/** What the driver calls on a query object of one's own; only these are used here. */
interface CopyConnection {
  query(text: string): void;
  sendCopyFromChunk(chunk: Uint8Array): void;
  endCopyFrom(): void;
  sendCopyFail(reason: string): void;
  stream: NodeJS.WritableStream & { writableNeedDrain?: boolean };
}

class CopyQuery {
  readonly #text: string;
  #resolve: () => void = () => {};
  #reject: (error: Error) => void = () => {};
  #error: Error | undefined;
  readonly done = new Promise<void>((resolve, reject) => {
    this.#resolve = resolve;
    this.#reject = reject;
  });
  callback = () => {};
  onChunk: (chunk: Buffer) => void = () => {};
  onReady: (connection: CopyConnection) => void = () => {};

  constructor(text: string) {
    this.#text = text;
  }

  submit(connection: CopyConnection): void {
    connection.query(this.#text);
  }
  handleCopyData(message: { chunk: Buffer }): void {
    if (this.#error) return;
    try {
      this.onChunk(message.chunk);
    } catch (error) {
      // Thrown here it would end the process; the rest of the answer still has to be read away.
      this.#error = error as Error;
    }
  }
  handleCopyInResponse(connection: CopyConnection): void {
    this.onReady(connection);
  }
  handleError(error: Error): void {
    this.#reject(error);
  }
  handleReadyForQuery(): void {
    if (this.#error) this.#reject(this.#error);
    else this.#resolve();
  }
  handleCommandComplete(): void {}
  handleRowDescription(): void {}
  handleDataRow(): void {}
  handlePortalSuspended(): void {}
  handleEmptyQuery(): void {}
}

/** Runs `COPY … TO STDOUT`; `onChunk` gets bytes that are valid only during the call. Not on a pipelined client. */
export function copyOut(client: pg.ClientBase, text: string, onChunk: (chunk: Buffer) => void): Promise<void> {
  const query = new CopyQuery(text);
  query.onChunk = onChunk;
  (client.query as (query: unknown) => unknown)(query);
  return query.done;
}

/** Runs `COPY … FROM STDIN` with the chunks of `source`; a failing source fails the statement. */
export function copyIn(client: pg.ClientBase, text: string, source: AsyncIterable<Uint8Array>): Promise<void> {
  const query = new CopyQuery(text);
  query.onReady = (connection) => void pump(connection, source);
  (client.query as (query: unknown) => unknown)(query);
  return query.done;
}

async function pump(connection: CopyConnection, source: AsyncIterable<Uint8Array>): Promise<void> {
  try {
    for await (const chunk of source) {
      connection.sendCopyFromChunk(chunk);
      if (connection.stream.writableNeedDrain) await new Promise((resolve) => connection.stream.once('drain', resolve));
    }
    connection.endCopyFrom();
  } catch (error) {
    connection.sendCopyFail((error as Error).message);
  }
}
