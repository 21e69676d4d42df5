// What a member practises with: where it begins, how it is kept, and what stands against practising.
import { AccountFlag, SHUT_FLAGS } from '@maru/engine/wire/command.ts';
import type { SiteConfig } from '@maru/kit/contract/site-config.ts';
import type { AppContext } from '@maru/kit/server/context.ts';
import { Refusal, type Session } from '@maru/kit/server/feature.ts';
import type { PoolClient } from 'pg';
import { pointDecimals } from '../../currency.ts';

/** Absent: on. */
export const hasPractice = ({ rounds }: Pick<SiteConfig, 'rounds'>): boolean => rounds?.hasPractice !== false;

const START_USDT = 10_000;

/** In the smallest unit: 10,000 USDT, in another currency as much at the site's rate, cut to its first digit: 10,000,000 of 13,800,000 won. */
export function startOf({ binaryCurrency, rates }: Pick<SiteConfig, 'binaryCurrency' | 'rates'>): number {
  const rate = binaryCurrency === 'USDT' ? 1 : Number(rates?.[binaryCurrency as 'KRW' | 'BKT'] ?? 1);
  const whole = Math.floor(START_USDT * rate);
  const first = 10 ** (String(whole).length - 1);
  return Math.max(1, Math.floor(whole / first) * first) * 10 ** pointDecimals(binaryCurrency);
}

export interface Purse {
  balance: number;
  resetMs: number | null;
}

/** The member's purse, held until the transaction ends: its bets are placed, ended and paid one after the other. */
export async function lockPurse(client: PoolClient, site: SiteConfig, account: number): Promise<Purse> {
  await client.query('INSERT INTO rounds_practice_purse (site_id, account, balance) VALUES ($1, $2, $3) ON CONFLICT DO NOTHING', [
    site.id,
    account,
    startOf(site),
  ]);
  const { rows } = await client.query<Purse>(
    'SELECT balance, reset_ms AS "resetMs" FROM rounds_practice_purse WHERE site_id = $1 AND account = $2 FOR UPDATE',
    [site.id, account],
  );
  return rows[0];
}

export async function readPurse({ pool }: Pick<AppContext, 'pool'>, site: SiteConfig, account: number): Promise<Purse> {
  const { rows } = await pool.query<Purse>(
    'SELECT balance, reset_ms AS "resetMs" FROM rounds_practice_purse WHERE site_id = $1 AND account = $2',
    [site.id, account],
  );
  return rows[0] ?? { balance: startOf(site), resetMs: null };
}

/** Wins without end stop where numbers are no longer exact. */
export const MOST_BALANCE = Number.MAX_SAFE_INTEGER;

export async function addToPurse(client: PoolClient, site: number, account: number, amount: number): Promise<void> {
  await client.query('UPDATE rounds_practice_purse SET balance = LEAST(balance + $3, $4::bigint) WHERE site_id = $1 AND account = $2', [
    site,
    account,
    amount,
    MOST_BALANCE,
  ]);
}

/** Whoever may not play for money does not practise either: in the order in which the engine refuses. */
export async function needMayPractise({ engine }: AppContext, site: SiteConfig, { account }: Session): Promise<void> {
  if (!hasPractice(site)) throw new Refusal('PRACTICE_OFF');
  const player = await engine.query<{ flags: number } | null>(site.id, 'player', account);
  const has = (flag: number) => ((player?.flags ?? 0) & flag) !== 0;
  if (has(SHUT_FLAGS)) throw new Refusal('ACCOUNT_FROZEN');
  if (has(AccountFlag.SelfExcluded)) throw new Refusal('SELF_EXCLUDED');
  if (has(AccountFlag.MayNotInvest)) throw new Refusal('PARTNER_MAY_NOT_INVEST');
}
