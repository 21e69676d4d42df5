// Operators give a site its own provider accounts or take them back. Nothing that was typed as a secret is told again, here or in the log.
import type { AppContext } from '@maru/kit/server/context.ts';
import { type Call, Refusal } from '@maru/kit/server/feature.ts';
import { handleOperator } from '@maru/kit/server/operator-call.ts';
import { isInsideHost } from '@maru/kit/server/outside-host.ts';
import { sealSecret } from '@maru/kit/server/seal.ts';
import { inTransaction } from '@maru/kit/server/transaction.ts';
import { type ApprovedRequest, approvals, type LiveValues, operatorNames, type Writer } from '@maru/operator/contract.ts';
import {
  clearSiteProvider,
  listSiteProviders,
  providerKinds,
  type ProviderName,
  type ProviderState,
  setSiteProvider,
} from '../provider-contract.ts';
import { providerBound, providerService, type ProviderRow, type ProviderSettings } from './provider-service.ts';

const COLUMNS = 'kind, settings, secret, changed_by, changed_at';

export const providerDeskRoutes = [
  handleOperator(listSiteProviders, async (context, call) => ({ data: await statesOf(context, call.site.id) })),
  handleOperator(setSiteProvider, async (context, call) => {
    const { kind, host, port, user, product, secret, reason } = call.body;
    // Nobody reaches our own network by naming one of its machines; in a demo everything is on this machine.
    if (!context.config.demo && isInsideHost(host)) throw new Refusal('PROVIDER_HOST', { field: 'host' });
    if (kind === 'slot-game') needGameAccount(user, secret);
    const settings: ProviderSettings = { host, port, user, ...(kind === 'nice' && product !== undefined ? { product } : {}) };
    const sealed = secret === undefined ? null : sealSecret(context.config.secrets.storageKey, secret, providerBound(call.site.id, kind));
    return askSecond(context, call, { kind, settings, secret: sealed?.toString('base64') ?? null }, reason);
  }),
  handleOperator(clearSiteProvider, (context, call) =>
    askSecond(context, call, { kind: call.body.kind, settings: null, secret: null }, call.body.reason),
  ),
];

/** One who names the server of a brand's mails reads its members' codes: two persons, whatever the account. */
const PROVIDER_KIND = 'provider.account';

/** What a yes writes; the secret lies sealed in it, as in its row. */
interface WantedAccount {
  kind: ProviderName;
  /** null: the site's own is forgotten. */
  settings: ProviderSettings | null;
  secret: string | null;
}

async function askSecond(context: AppContext, call: Call, wanted: WantedAccount, reason: string): Promise<never> {
  const requestId = await inTransaction(context.pool, async (client) =>
    context.services.use(approvals).ask(call, client, {
      kind: PROVIDER_KIND,
      site: call.site.id,
      target: `provider:${wanted.kind}`,
      summary: wordsOf(wanted),
      payload: wanted,
      ...(await outlookOf(client, call.site.id, wanted)),
      reason,
    }),
  );
  throw new Refusal('APPROVAL_REQUIRED', { requestId });
}

/** What stands and what would. A kept secret goes nowhere else than its owner sent it: otherwise whoever may write here had it delivered to himself. */
async function outlookOf(sql: Writer, site: number, { kind, settings, secret }: WantedAccount): Promise<LiveValues> {
  const standing = await heldRow(sql, site, kind);
  if (settings === null && standing === undefined) throw new Refusal('NOT_FOUND');
  if (settings !== null && secret === null && !isSamePlace(standing, settings)) throw new Refusal('PROVIDER_SECRET', { field: 'secret' });
  const after = settings === null ? {} : { ...settings, secret: secret === null ? 'kept' : 'changed' };
  return { before: shownOf(standing), after, bound: [shownOf(standing), standing?.changed_at ?? null] };
}

const kindWords: Readonly<Record<ProviderName, { ko: string; en: string }>> = {
  mail: { ko: '메일', en: 'mail' },
  sms: { ko: '문자', en: 'SMS' },
  nice: { ko: '본인확인', en: 'identity check' },
  'slot-game': { ko: '외부 게임', en: 'outside games' },
};

const wordsOf = ({ kind, settings }: WantedAccount) => ({
  ko: settings === null ? `${kindWords[kind].ko} 계정 지우기` : `${kindWords[kind].ko} 계정: ${settings.host}`,
  en: settings === null ? `Forget the account for ${kindWords[kind].en}` : `Account for ${kindWords[kind].en}: ${settings.host}`,
});

export function registerProviderAccounts({ services }: Pick<AppContext, 'services'>): void {
  services.find(approvals)?.register<AppContext>({
    kind: PROVIDER_KIND,
    name: { ko: '발송·본인확인·외부 게임 계정', en: 'Accounts for mail, identity and outside games' },
    right: setSiteProvider.right as string,
    live: (_context, sql, { site, payload }) => outlookOf(sql, site, payload as WantedAccount),
    apply: writeAccount,
    // From the next mail and the next window on.
    after: (context, { site }) => context.services.use(providerService).read(site),
  });
}

async function writeAccount(context: AppContext, sql: Writer, { site, payload, askedBy }: ApprovedRequest): Promise<{ after: unknown }> {
  const wanted = payload as WantedAccount;
  const { kind, settings, secret } = wanted;
  const { after } = await outlookOf(sql, site, wanted);
  if (settings === null) {
    await sql.query('DELETE FROM site_provider WHERE site_id = $1 AND kind = $2', [site, kind]);
    return { after };
  }
  const sealed = secret === null ? ((await heldRow(sql, site, kind)) as ProviderRow).secret : Buffer.from(secret, 'base64');
  await sql.query(
    `INSERT INTO site_provider (site_id, kind, settings, secret, changed_by, changed_at) VALUES ($1, $2, $3, $4, $5, $6)
     ON CONFLICT (site_id, kind) DO UPDATE SET settings = excluded.settings, secret = excluded.secret,
       changed_by = excluded.changed_by, changed_at = excluded.changed_at`,
    [site, kind, JSON.stringify(settings), sealed, askedBy, new Date(context.clock.now())],
  );
  return { after };
}

/** Its calls name it in a header and are signed: a short secret could be guessed from one of them. */
function needGameAccount(user: string, secret: string | undefined): void {
  if (!/^[\w-]{1,40}$/.test(user)) throw new Refusal('INVALID_FIELD', { field: 'user' });
  if (secret !== undefined && secret.length < 32) throw new Refusal('INVALID_FIELD', { field: 'secret' });
}

async function heldRow(client: Writer, site: number, kind: ProviderName): Promise<ProviderRow | undefined> {
  const { rows } = await client.query(`SELECT ${COLUMNS} FROM site_provider WHERE site_id = $1 AND kind = $2 FOR UPDATE`, [site, kind]);
  return rows.at(0) as ProviderRow | undefined;
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
  // Nobody stands in for a provider of games.
  if (kind === 'slot-game') return 'NONE';
  const url = { mail: config.mailUrl, sms: config.smsUrl, nice: config.niceUrl }[kind];
  if (url !== undefined) return 'INSTALLATION';
  return config.demo ? 'DEMO' : 'NONE';
}
