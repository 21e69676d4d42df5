// Withdrawals as operators see them: whose, what for, who has agreed so far, and why one is not signed yet.
import { formatDecimal } from '@maru/engine/money/decimal.ts';
import { USDT_DECIMALS } from '@maru/engine/money/units.ts';
import type { SiteConfig } from '@maru/kit/contract/site-config.ts';
import type { AppContext } from '@maru/kit/server/context.ts';
import { handleOperator } from '@maru/kit/server/operator-call.ts';
import { memberCards, memberDirectory } from '@maru/member/contract.ts';
import { operatorNames } from '@maru/operator/contract.ts';
import { type DeskWithdrawal, listDeskWithdrawals } from '../../withdraw-admin-contract.ts';
import { contentHash } from './content-hash.ts';
import { presentWithdrawal, readRow, readRows, type WithdrawalRow } from './present-withdrawal.ts';

const PAGE = 20;
const MAX_PAGE = 100;

export const listDeskWithdrawalsHandler = handleOperator(listDeskWithdrawals, async (context, { site, query }) => {
  const { page = 0, size = PAGE, state } = query;
  const limit = Math.min(size, MAX_PAGE);
  const { rows, total } = await readRows(context.pool, site.id, { account: null, state, size: limit, offset: page * limit });
  return { data: { content: await present(context, site, rows), page, size: limit, totalElements: total } };
});

export async function deskWithdrawal(context: AppContext, site: SiteConfig, id: number): Promise<DeskWithdrawal | undefined> {
  const row = await readRow(context.pool, site.id, id);
  return row && (await present(context, site, [row]))[0];
}

async function present(context: AppContext, site: SiteConfig, rows: readonly WithdrawalRow[]): Promise<DeskWithdrawal[]> {
  const directory = context.services.use(memberDirectory);
  const memberAt = ({ account }: WithdrawalRow) => directory.memberOf(site.id, account) ?? 0;
  const cards = await context.services.use(memberCards)(site.id, rows.map(memberAt));
  const agreed = await agreedTo(context, rows);
  return rows.map((row) => ({
    ...presentWithdrawal(site, row),
    playerId: memberAt(row),
    username: cards.get(memberAt(row))?.username ?? '',
    value: formatDecimal(row.value, USDT_DECIMALS, true),
    contentHash: contentHash({ ...row, id: row.withdrawalId, site: site.id }),
    agreed: agreed.get(row.withdrawalId) ?? [],
    needsTwo: row.amount + row.fee > row.twoPersons,
    waits: row.waits,
    ledger: row.ledger,
  }));
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
