// The database a tool works on: DATABASE_URL's, or the data directory's own, started if it sleeps and left as it was found.
import type { DatabaseAddress } from './database.ts';
import { startEmbeddedPostgres } from './embedded-postgres.ts';

export interface OpenDatabase {
  address: DatabaseAddress;
  /** Stops the embedded server, unless a running Maru's was used. */
  close(): Promise<void>;
}

export async function openDatabase(
  { databaseUrl, dataDir }: { databaseUrl: string | undefined; dataDir: string },
  onProgress?: (text: string) => void,
): Promise<OpenDatabase> {
  if (databaseUrl !== undefined) return { address: { connectionString: databaseUrl }, close: async () => {} };
  const embedded = await startEmbeddedPostgres({ dataDir, onProgress });
  return { address: embedded.address, close: async () => void (embedded.adopted || (await embedded.stop())) };
}
