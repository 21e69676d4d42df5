// One member's file: who it is, what protects it, what holds it, whose it is; masked until somebody asks, and then with a line in the log.
import { formatDecimal } from '@maru/engine/money/decimal.ts';
import { USDT_DECIMALS } from '@maru/engine/money/units.ts';
import type { Out } from '@maru/kit/contract/route.ts';
import type { SiteConfig } from '@maru/kit/contract/site-config.ts';
import type { AppContext } from '@maru/kit/server/context.ts';
import { Refusal } from '@maru/kit/server/feature.ts';
import { handleOperator } from '@maru/kit/server/operator-call.ts';
import { type MemberFile, readMember, revealMember } from '../../admin-contract.ts';
import { openBankInfo } from '../bank-info.ts';
import { gameLimits } from '../game-limits.ts';
import { IDLE_MS } from '../refresh-tokens.ts';
import { holdOf } from '../security-change.ts';
import { findMembers, type MemberRecord, presentMember } from './find-members.ts';
import { readLeft } from '../leaving/left-person.ts';
import { maskedBank, maskedEmail } from './masks.ts';
import { memberWatch } from './member-watch.ts';
import { writeReveal } from './reveal-share.ts';
import { signalsOf } from './member-signals.ts';
import type { LoginGuard } from '@maru/kit/server/login-guard.ts';

interface Guarding {
  settings_locked_until: Date | null;
  password_changed_at: Date | null;
  bank_info: string | null;
  excluded_until: Date | null;
  left_at: Date | null;
  is_identity_kept: boolean;
  withdraw_limit: number | null;
  is_verified: boolean;
  totp: Date | null;
  passkeys: number;
  logins: number;
}

export const readMemberHandler = (guard: () => LoginGuard) =>
  handleOperator(readMember, async (context, { site, query }) => {
    const row = await memberAt(context, site.id, query.playerId);
    context.services.find(memberWatch)?.look(site.id, row.account_no, row.id);
    const [guarding, hold, partnerLine, signals, ownLimits] = await Promise.all([
      guardingOf(context, row.id),
      holdOf(context, site.id, row.id),
      lineOf(context, site.id, row.partner_id),
      signalsOf(context, guard(), site.id, row),
      limitsOf(context, site, row),
    ]);
    return {
      data: {
        member: present(context, site.id, row, guarding),
        ownLimits,
        withdrawLimit: guarding.withdraw_limit === null ? null : formatDecimal(guarding.withdraw_limit, USDT_DECIMALS, true),
        hold: hold === undefined ? null : { until: hold.until?.toISOString() ?? null, reason: hold.reason },
        partnerLine,
        signals,
      },
    };
  });

/** A member of another site is not there. */
export async function memberAt(context: AppContext, site: number, member: number): Promise<MemberRecord> {
  const source = { where: 'm.site_id = $1 AND m.id = $2', values: [site, member] };
  const rows = await findMembers(context, source, { sort: 'joined', isUp: false, limit: 1 });
  if (rows.length === 0) throw new Refusal('NOT_FOUND', { field: 'playerId' });
  return rows[0];
}

async function guardingOf({ pool, clock }: AppContext, member: number): Promise<Guarding> {
  const now = clock.now();
  const { rows } = await pool.query<Guarding>(
    `SELECT m.settings_locked_until, m.password_changed_at, m.bank_info, m.excluded_until, m.withdraw_limit, t.confirmed_at AS totp,
       l.left_at, l.identity IS NOT NULL AS is_identity_kept,
       EXISTS (SELECT 1 FROM account_person p WHERE p.member_id = m.id) AS is_verified,
       (SELECT count(*)::int FROM account_passkey p WHERE p.member_id = m.id) AS passkeys,
       (SELECT count(*)::int FROM account_login o WHERE o.member_id = m.id AND o.ended_at IS NULL AND o.expires_at > $2
         AND o.renewed_at > $3) AS logins
     FROM account_member m LEFT JOIN account_totp t ON t.member_id = m.id LEFT JOIN account_left l ON l.member_id = m.id WHERE m.id = $1`,
    [member, new Date(now), new Date(now - IDLE_MS)],
  );
  return rows[0];
}

function present(context: AppContext, site: number, row: MemberRecord, guarding: Guarding): MemberFile['member'] {
  const bank = openBankInfo(context, site, row.account_no, guarding.bank_info);
  return {
    ...presentMember(row),
    email: row.status === 'LEFT' ? '***' : maskedEmail(row.email),
    account: row.account_no,
    isVerified: guarding.is_verified,
    lockedAt: row.locked_at?.toISOString() ?? null,
    settingsLockedUntil: guarding.settings_locked_until?.toISOString() ?? null,
    passwordChangedAt: guarding.password_changed_at?.toISOString() ?? null,
    totpSince: guarding.totp?.toISOString() ?? null,
    passkeys: guarding.passkeys,
    openLogins: guarding.logins,
    bankInfo: bank === undefined ? null : maskedBank(bank),
    excludedUntil: guarding.excluded_until?.toISOString() ?? null,
    leftAt: guarding.left_at?.toISOString() ?? null,
    isIdentityKept: guarding.is_identity_kept,
  };
}

async function limitsOf(context: AppContext, site: SiteConfig, { id, account_no }: MemberRecord): Promise<MemberFile['ownLimits']> {
  const { rows } = await context.pool.query<{ kind: string; amount: number }>(
    'SELECT kind, amount FROM account_limit WHERE member_id = $1 AND amount IS NOT NULL ORDER BY kind',
    [id],
  );
  const plain = rows.map(({ kind, amount }) => ({
    kind,
    currency: kind === 'SESSION' ? null : 'USDT',
    limit: kind === 'SESSION' ? String(amount) : formatDecimal(amount, USDT_DECIMALS, true),
  }));
  const games = await gameLimits(context, site, account_no);
  return [...plain, ...games.flatMap(({ kind, currency, limit }) => (limit === null ? [] : [{ kind, currency, limit }]))];
}

/** From the top down; partners of one site only, and no longer than a tree can be deep. */
export async function lineOf({ pool }: Pick<AppContext, 'pool'>, site: number, partner: number | null): Promise<MemberFile['partnerLine']> {
  if (partner === null) return [];
  const { rows } = await pool.query<MemberFile['partnerLine'][number]>(
    `WITH RECURSIVE line (id, code, name, parent_id, depth) AS (
       SELECT id, code, name, parent_id, 0 FROM partner_partner WHERE id = $1 AND site_id = $2
       UNION ALL
       SELECT p.id, p.code, p.name, p.parent_id, depth + 1 FROM line JOIN partner_partner p ON p.id = line.parent_id
       WHERE p.site_id = $2 AND depth < 20)
     SELECT id, code, name FROM line ORDER BY depth DESC`,
    [partner, site],
  );
  return rows;
}

const columns = { phone: 'phone', email: 'email', bankInfo: 'bank_info', username: 'username', name: 'name', birthDate: 'NULL' } as const;

export const revealMemberHandler = handleOperator(
  revealMember,
  async (context, call, audit): Promise<{ data: Out<typeof revealMember.reply> }> => {
    const { site, body } = call;
    const { rows } = await context.pool.query<{ value: string | null; account: number }>(
      `SELECT ${columns[body.field]} AS value, account_no AS account FROM account_member WHERE site_id = $1 AND id = $2`,
      [site.id, body.playerId],
    );
    if (rows.length === 0) throw new Refusal('NOT_FOUND', { field: 'playerId' });
    // Before it is shown: a look that could not be written down did not happen.
    await writeReveal(context, call, audit);
    const left = await readLeft(context, site.id, body.playerId);
    if (left !== undefined) return { data: { value: left.identity?.[body.field] ?? '' } };
    const [{ value, account }] = rows;
    return { data: { value: (body.field === 'bankInfo' ? openBankInfo(context, site.id, account, value) : value) ?? '' } };
  },
);
