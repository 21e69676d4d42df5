// A test's database as DATABASE_URL names one, for servers that are processes of their own.
import type { DatabaseAddress } from '@maru/kit/server/database.ts';

export function urlOf({ connectionString, host = '', port, user = '', password = '', database: name }: DatabaseAddress): string {
  const at = new URLSearchParams({ host, port: String(port) });
  return connectionString ?? `postgresql://${user}:${encodeURIComponent(password)}@/${name}?${at}`;
}
