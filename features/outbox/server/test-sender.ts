// Tests of a site's senders: what was proved counts for the sender address and the account that carried it, and no longer than they stand.
import { createHmac, randomInt, timingSafeEqual } from 'node:crypto';
import type { SiteConfig } from '@maru/kit/contract/site-config.ts';
import type { AppContext } from '@maru/kit/server/context.ts';
import { type Call, Refusal, type Session } from '@maru/kit/server/feature.ts';
import { handleOperator } from '@maru/kit/server/operator-call.ts';
import { siteProviders } from '@maru/kit/server/site-providers.ts';
import { inTransaction } from '@maru/kit/server/transaction.ts';
import { type LaunchCheckKind, launchChecks } from '@maru/site/admin-contract.ts';
import { outbox, type OutgoingKind, outgoingKinds, type Writer } from '../contract.ts';
import { confirmSender, listSenderTests, type SenderState, testSender } from '../sender-contract.ts';

const LIFE_MS = 600_000;
const PAUSE_MS = 60_000;
const MOST_TRIES = 5;
const shapes = { MAIL: /^[^\s@]{1,64}@[^\s@]{1,189}$/, SMS: /^\+?[\d -]{8,20}$/ } as const;

export const senderRoutes = [
  handleOperator(listSenderTests, async (context, { site }) => ({ data: await statesOf(context, context.pool, site) })),
  handleOperator(testSender, async (context, call, audit) => {
    const { kind, recipient, language } = call.body;
    if (!shapes[kind].test(recipient)) throw new Refusal('INVALID_FIELD', { field: 'recipient' });
    const box = context.services.use(outbox);
    if (!box.canCarry(call.site.id, kind)) throw new Refusal('SENDER_NONE', { field: 'kind' });
    const code = String(randomInt(1_000_000)).padStart(6, '0');
    const now = context.clock.now();
    await inTransaction(context.pool, async (client) => {
      const { rowCount } = await client.query(
        `INSERT INTO outbox_sender_test AS t (site_id, kind, account, code_hash, tries, sent_at) VALUES ($1, $2, $3, $4, 0, $5)
         ON CONFLICT (site_id, kind) DO UPDATE SET account = excluded.account, code_hash = excluded.code_hash, tries = 0,
           sent_at = excluded.sent_at, tested_at = CASE WHEN t.account = excluded.account THEN t.tested_at END
         WHERE t.sent_at <= $6`,
        [call.site.id, kind, accountOf(context, call.site, kind), sealed(context, code), new Date(now), new Date(now - PAUSE_MS)],
      );
      if (rowCount === 0) throw new Refusal('SENDER_TOO_OFTEN');
      const values = { code, minutes: String(LIFE_MS / 60_000) };
      await box.post(client, { site: call.site.id, kind, name: 'CODE', language, to: recipient, values, expiresAt: now + LIFE_MS });
      // Whom it went to is the operator's own affair; that it was tried is not.
      await audit({ target: `sender:${kind}`, after: { kind } }, client);
    });
    box.hurry();
    return { data: { expiresIn: LIFE_MS / 1000 } };
  }),
  handleOperator(confirmSender, async (context, call, audit) => {
    await confirm(context, call);
    await audit({ target: `sender:${call.body.kind}`, after: { tested: true, by: (call.session as Session).username } });
    return { data: await statesOf(context, context.pool, call.site) };
  }),
];

async function confirm(context: AppContext, { site, body }: Call<unknown, { kind: OutgoingKind; code: string }>): Promise<void> {
  const now = context.clock.now();
  // The try counts though it fails.
  const { rows } = await context.pool.query<{ hash: Buffer; account: string }>(
    `UPDATE outbox_sender_test SET tries = tries + 1 WHERE site_id = $1 AND kind = $2 AND tries < $3 AND sent_at > $4
     RETURNING code_hash AS hash, account`,
    [site.id, body.kind, MOST_TRIES, new Date(now - LIFE_MS)],
  );
  const [row] = rows;
  const isRight =
    row !== undefined && row.account === accountOf(context, site, body.kind) && timingSafeEqual(row.hash, sealed(context, body.code));
  if (!isRight) throw new Refusal('SENDER_CODE_WRONG', { field: 'code' });
  await context.pool.query('UPDATE outbox_sender_test SET tested_at = $3, tries = $4 WHERE site_id = $1 AND kind = $2', [
    site.id,
    body.kind,
    new Date(now),
    MOST_TRIES,
  ]);
}

const sealed = ({ config }: AppContext, text: string): Buffer =>
  createHmac('sha256', config.secrets.storageKey).update(`sender test ${text}`).digest();

/** Another one as soon as address or account change; tells neither. */
function accountOf(context: AppContext, { id, senders }: SiteConfig, kind: OutgoingKind): string {
  const { config, services } = context;
  const isMail = kind === 'MAIL';
  const own = services.find(siteProviders)?.urlOf(id, isMail ? 'mail' : 'sms');
  const transport = own ?? (isMail ? config.mailUrl : config.smsUrl) ?? 'demo';
  return sealed(context, `${kind} ${(isMail ? senders?.mail : senders?.sms) ?? ''} ${transport}`).toString('hex');
}

async function statesOf(context: AppContext, sql: Writer, site: SiteConfig): Promise<SenderState[]> {
  const { rows } = await sql.query<{ kind: OutgoingKind; account: string; at: Date | null }>(
    'SELECT kind, account, tested_at AS at FROM outbox_sender_test WHERE site_id = $1',
    [site.id],
  );
  return outgoingKinds.map((kind) => {
    const row = rows.find((one) => one.kind === kind && one.account === accountOf(context, site, kind));
    return { kind, canCarry: context.services.use(outbox).canCarry(site.id, kind), testedAt: row?.at?.toISOString() ?? null };
  });
}

/** Mail carries recovery codes on every site; SMS where sign-up asks for its codes. */
export function registerSenderChecks(context: AppContext): void {
  const checks = context.services.find(launchChecks);
  for (const kind of outgoingKinds) checks?.register(senderCheck(context, kind));
}

function senderCheck(context: AppContext, kind: OutgoingKind): LaunchCheckKind {
  const name = kind === 'MAIL' ? { ko: '메일', en: 'Mail' } : { ko: '문자', en: 'SMS' };
  return {
    item: kind.toLowerCase(),
    group: 'ADDRESS',
    title: { ko: `${name.ko} 발송`, en: `${name.en} arrives` },
    page: '/senders',
    async look(site, sql) {
      if (kind === 'SMS' && site.signUp?.proofs.includes('SMS') !== true) return undefined;
      const state = (await statesOf(context, sql, site)).find((one) => one.kind === kind) as SenderState;
      if (state.testedAt !== null) return { isGreen: true, says: { ko: '시험 발송한 번호가 돌아왔어요.', en: 'A test code came back.' } };
      const says = state.canCarry
        ? { ko: `${name.ko} 시험 발송으로 확인해 주세요.`, en: `Prove it by a test ${kind === 'MAIL' ? 'mail' : 'SMS'}.` }
        : {
            ko: `${name.ko} 발송 계정이나 발신 주소가 없어요.`,
            en: `No ${kind === 'MAIL' ? 'mail' : 'SMS'} account or sender address yet.`,
          };
      return { isGreen: false, says };
    },
  };
}
