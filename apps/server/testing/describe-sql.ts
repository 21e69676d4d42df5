// What PostgreSQL says of an SQL text without running it: the columns of its answer.
import type pg from 'pg';

interface Wire {
  parse(query: { text: string; name: string; types: number[] }): void;
  describe(query: { type: 'S'; name: string }): void;
  sync(): void;
}

/** Type numbers by column; or why it is refused. */
export function describeSql(client: pg.Client, text: string): Promise<Map<string, number> | string> {
  return new Promise((resolve) => {
    let answer = new Map<string, number>();
    const submitted = {
      submit(wire: Wire) {
        wire.parse({ text, name: '', types: [] });
        wire.describe({ type: 'S', name: '' });
        wire.sync();
      },
      handleRowDescription({ fields }: { fields: { name: string; dataTypeID: number }[] }) {
        answer = new Map(fields.map(({ name, dataTypeID }) => [name, dataTypeID]));
      },
      // Behind it the client tells its query nothing more.
      handleError(error: Error) {
        resolve(error.message);
      },
      handleReadyForQuery: () => resolve(answer),
    };
    client.query(submitted as unknown as pg.Submittable);
  });
}
