// What PostgreSQL says of an SQL text without running it: the columns of its answer.
import type pg from 'pg';

interface Wire {
  parse(query: { text: string; name: string; types: number[] }): void;
  describe(query: { type: 'S'; name: string }): void;
  sync(): void;
}

const [UNSAID, TEXT] = [0, 25];

/** Of a parameter that went with what is put together at run time nothing else says a type. */
function typesOf(text: string): number[] {
  const named = new Set([...text.matchAll(/\$(\d+)/g)].map(([, number]) => Number(number)));
  return Array.from({ length: Math.max(0, ...named) }, (_, i) => (named.has(i + 1) ? UNSAID : TEXT));
}

/** Type numbers by column; or why it is refused. */
export function describeSql(client: pg.Client, text: string): Promise<Map<string, number> | string> {
  return new Promise((resolve) => {
    let answer = new Map<string, number>();
    const submitted = {
      submit(wire: Wire) {
        wire.parse({ text, name: '', types: typesOf(text) });
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
