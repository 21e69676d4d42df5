// Operators give a site its own provider accounts or take them back. Nothing that was typed as a secret is told again, here or in the log.
import type { AppContext } from '@maru/kit/server/context.ts';
import { Refusal, type Session } from '@maru/kit/server/feature.ts';
import { handleOperator } from '@maru/kit/server/operator-call.ts';
import { isInsideHost } from '@maru/kit/server/outside-host.ts';
import { sealSecret } from '@maru/kit/server/seal.ts';
import { inTransaction } from '@maru/kit/server/transaction.ts';
import { operatorNames } from '@maru/operator/contract.ts';
import {
  clearSiteProvider,
  listSiteProviders,
  providerKinds,
  type ProviderName,
  type ProviderState,
  setSiteProvider,
} from '../provider-contract.ts';
import { providerBound, providerRoom, type ProviderRow, type ProviderSettings } from './provider-room.ts';

const COLUMNS = 'kind, settings, secret, changed_by, changed_at';

export const providerDeskRoutes = [
  handleOperator(listSiteProviders, async (context, call) => ({ data: await statesOf(context, call.site.id) })),
  handleOperator(setSiteProvider, async (context, call, audit) => {
    const { kind, host, port, user, product, secret, reason } = call.body;
    // Nobody reaches our own network by naming one of its machines; in a demo everything is on this machine.
    if (!context.config.demo && isInsideHost(host)) throw new Refusal('PROVIDER_HOST', { field: 'host' });
    if (kind === 'slot-game') needGameAccount(user, secret);
    const settings: ProviderSettings = { host, port, user, ...(kind === 'nice' && product !== undefined ? { product } : {}) };
    await inTransaction(context.pool, async (client) => {
      const before = await heldRow(client, call.site.id, kind);
      // A kept secret goes nowhere else than its owner sent it: otherwise whoever may write here could have it delivered to himself.
      if (secret === undefined && !isSamePlace(before, settings)) throw new Refusal('PROVIDER_SECRET', { field: 'secret' });
      const sealed =
        secret === undefined
          ? (before as ProviderRow).secret
          : sealSecret(context.config.secrets.storageKey, secret, providerBound(call.site.id, kind));
      await client.query(
        `INSERT INTO site_provider (site_id, kind, settings, secret, changed_by, changed_at) VALUES ($1, $2, $3, $4, $5, $6)
         ON CONFLICT (site_id, kind) DO UPDATE SET settings = excluded.settings, secret = excluded.secret,
           changed_by = excluded.changed_by, changed_at = excluded.changed_at`,
        [call.site.id, kind, JSON.stringify(settings), sealed, (call.session as Session).member, new Date(context.clock.now())],
      );
      const after = { ...settings, secret: secret === undefined ? 'kept' : 'changed' };
      await audit({ target: `provider:${kind}`, before: shownOf(before), after, ...(reason ? { reason } : {}) }, client);
    });
    return live(context, call.site.id, kind);
  }),
  handleOperator(clearSiteProvider, async (context, call, audit) => {
    const { kind, reason } = call.body;
    await inTransaction(context.pool, async (client) => {
      const before = await heldRow(client, call.site.id, kind);
      if (before === undefined) throw new Refusal('NOT_FOUND');
      await client.query('DELETE FROM site_provider WHERE site_id = $1 AND kind = $2', [call.site.id, kind]);
      await audit({ target: `provider:${kind}`, before: shownOf(before), after: {}, ...(reason ? { reason } : {}) }, client);
    });
    return live(context, call.site.id, kind);
  }),
];

/** Its calls name it in a header and are signed: a short secret could be guessed from one of them. */
function needGameAccount(user: string, secret: string | undefined): void {
  if (!/^[\w-]{1,40}$/.test(user)) throw new Refusal('INVALID_FIELD', { field: 'user' });
  if (secret !== undefined && secret.length < 32) throw new Refusal('INVALID_FIELD', { field: 'secret' });
}

/** From the next letter and the next window on. */
async function live(context: AppContext, site: number, kind: ProviderName): Promise<{ data: ProviderState }> {
  await context.services.use(providerRoom).read(site);
  const states = await statesOf(context, site);
  return { data: states.find((state) => state.kind === kind) as ProviderState };
}

interface Reader {
  query(sql: string, values: unknown[]): Promise<{ rows: ProviderRow[] }>;
}

async function heldRow(client: Reader, site: number, kind: ProviderName): Promise<ProviderRow | undefined> {
  const { rows } = await client.query(`SELECT ${COLUMNS} FROM site_provider WHERE site_id = $1 AND kind = $2 FOR UPDATE`, [site, kind]);
  return rows.at(0);
}

function isSamePlace(row: ProviderRow | undefined, { host, port, user }: ProviderSettings): boolean {
  return row !== undefined && row.settings.host === host && row.settings.port === port && row.settings.user === user;
}

const shownOf = (row: ProviderRow | undefined) => (row === undefined ? {} : { ...row.settings, secret: 'set' });

async function statesOf(context: AppContext, site: number): Promise<ProviderState[]> {
  const { rows } = await context.pool.query<ProviderRow>(`SELECT ${COLUMNS} FROM site_provider WHERE site_id = $1`, [site]);
  const ids = [...new Set(rows.map((row) => Number(row.changed_by)))];
  const names = ids.length === 0 ? undefined : await context.services.find(operatorNames)?.of(ids);
  return providerKinds.map((kind) => {
    const row = rows.find((each) => each.kind === kind);
    return {
      kind,
      source: row === undefined ? sourceOf(context, kind) : 'SITE',
      host: row?.settings.host ?? null,
      port: row?.settings.port ?? null,
      user: row?.settings.user ?? null,
      product: row?.settings.product ?? null,
      hasSecret: row !== undefined,
      byName: (row && names?.get(Number(row.changed_by))?.name) ?? null,
      changedAt: row?.changed_at.toISOString() ?? null,
    };
  });
}

function sourceOf({ config }: AppContext, kind: ProviderName): ProviderState['source'] {
  // Nobody stands in for a house of games.
  if (kind === 'slot-game') return 'NONE';
  const url = { mail: config.mailUrl, sms: config.smsUrl, nice: config.niceUrl }[kind];
  if (url !== undefined) return 'INSTALLATION';
  return config.demo ? 'DEMO' : 'NONE';
}
