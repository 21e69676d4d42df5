// Withdrawals as operators see them: whose, what for, who has agreed so far, and why one is not signed yet.
import { formatDecimal } from '@maru/engine/money/decimal.ts';
import { USDT_DECIMALS } from '@maru/engine/money/units.ts';
import type { SiteConfig } from '@maru/kit/contract/site-config.ts';
import type { AppContext } from '@maru/kit/server/context.ts';
import { memberCards, memberDirectory } from '@maru/member/contract.ts';
import { operatorNames } from '@maru/operator/contract.ts';
import type { DeskWithdrawal } from '../../withdraw-admin-contract.ts';
import { secondsOf, workersOf } from '../desk/who-works.ts';
import { contentHash } from './content-hash.ts';
import { presentWithdrawal, readRow, type WithdrawalRow } from './present-withdrawal.ts';
import { isOwn } from './refuse-own.ts';
import { needsTwo } from './read-content.ts';

/** `operator`: who looks. */
export async function deskWithdrawal(
  context: AppContext,
  site: SiteConfig,
  id: number,
  operator: number,
): Promise<DeskWithdrawal | undefined> {
  const row = await readRow(context.pool, site.id, id);
  return row && (await presentForDesk(context, site, [row], operator))[0];
}

export async function presentForDesk(
  context: AppContext,
  site: SiteConfig,
  rows: readonly WithdrawalRow[],
  operator: number,
): Promise<DeskWithdrawal[]> {
  const directory = context.services.use(memberDirectory);
  const memberAt = ({ account }: WithdrawalRow) => directory.memberOf(site.id, account) ?? 0;
  const cards = await context.services.use(memberCards)(site.id, rows.map(memberAt));
  const agreed = await agreedTo(context, rows);
  const worked = rows.map((row) => ({ ...row, id: row.withdrawalId }));
  const claims = await workersOf(context, worked, operator);
  const asked = await secondsOf(context, worked);
  const own = await ownOf(context, site.id, rows, operator);
  return rows.map((row) => ({
    ...presentWithdrawal(site, row),
    playerId: memberAt(row),
    username: cards.get(memberAt(row))?.username ?? '',
    value: formatDecimal(row.value, USDT_DECIMALS, true),
    contentHash: contentHash({ ...row, id: row.withdrawalId, site: site.id }),
    agreed: agreed.get(row.withdrawalId) ?? [],
    needsTwo: needsTwo(row),
    isOwn: own.has(row.account),
    waits: row.waits,
    waitsFor: row.waitsFor,
    ledger: row.ledger,
    claim: claims.get(row.withdrawalId) ?? null,
    asked: asked.get(row.withdrawalId) ?? null,
  }));
}

/** Accounts of whoever looks. */
async function ownOf(context: AppContext, site: number, rows: readonly WithdrawalRow[], operator: number): Promise<Set<number>> {
  const own = new Set<number>();
  for (const account of new Set(rows.map((row) => row.account)))
    if (await isOwn(context, context.pool, { site, account, operator })) own.add(account);
  return own;
}

interface YesRow {
  id: number;
  person: string;
  at: number;
}

async function agreedTo({ pool, services }: AppContext, of: readonly WithdrawalRow[]): Promise<Map<number, DeskWithdrawal['agreed']>> {
  const { rows } = await pool.query<YesRow>(
    `SELECT withdrawal_id::float8 AS id, person, at_ms::float8 AS at FROM custody_withdrawal_yes WHERE withdrawal_id = ANY($1) ORDER BY at_ms`,
    [of.map(({ withdrawalId }) => withdrawalId)],
  );
  const operatorOf = (person: string) => Number(person.replace('operator:', ''));
  const names = await services.use(operatorNames).of(rows.map(({ person }) => operatorOf(person)).filter(Number.isSafeInteger));
  const agreed = new Map<number, DeskWithdrawal['agreed']>();
  for (const { id, person, at } of rows) {
    const name = names.get(operatorOf(person))?.username ?? person;
    agreed.set(id, [...(agreed.get(id) ?? []), { person: name, at: new Date(at).toISOString() }]);
  }
  return agreed;
}
