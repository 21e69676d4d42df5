// What a request asked, as a hash beside its key: the same key with other contents is another request.
import { createHmac } from 'node:crypto';
import type { AppContext } from './context.ts';

/** Keyed: contents may hold words that lists mask, and a row tells nobody which. `what` keeps one kind of request apart from another. */
export function requestHashOf({ config }: Pick<AppContext, 'config'>, what: string, site: number, body: object): string {
  const sorted = Object.entries(body).sort(([a], [b]) => (a < b ? -1 : 1));
  return createHmac('sha256', config.secrets.storageKey)
    .update(JSON.stringify([what, site, sorted]))
    .digest('base64url');
}
