// Deposits as operators see them: whose, how far, and what the chain said of each.
import type { SiteConfig } from '@maru/kit/contract/site-config.ts';
import type { AppContext } from '@maru/kit/server/context.ts';
import { handleOperator } from '@maru/kit/server/operator-call.ts';
import { memberCards, memberDirectory } from '@maru/member/contract.ts';
import { type DeskDeposit, listDeskDeposits } from '../../deposit-admin-contract.ts';
import { DEPOSIT_COLUMNS, DEPOSIT_FROM, type DepositRow, presentDeposit } from '../present-deposit.ts';
import { chainText } from '../units.ts';
import { wantedRows } from './found-rows.ts';

const PAGE = 50;
const MAX_PAGE = 100;

interface DeskRow extends DepositRow {
  account: number;
  chain: string;
  chainAmount: string;
  dust: string;
  sender: string | null;
  height: number | null;
  number: number | null;
  seen: number;
}

const COLUMNS = `${DEPOSIT_COLUMNS}, d.account, a.chain, a.amount AS "chainAmount", d.dust, a.sender, a.height::float8 AS height,
 d.number::float8 AS number, a.seen_ms::float8 AS seen`;
const WHERE = `AND ($2::int IS NULL OR d.account = $2) AND ($3::text IS NULL OR d.wallet_type = $3)
 AND ($4::text IS NULL OR a.tx_hash = $4 OR a.address = $4 OR d.account = $5 OR d.deposit_id = $6)
 AND CASE $7 WHEN 'OPEN' THEN d.state NOT IN ('UNLOCKED', 'ORPHANED') WHEN 'DONE' THEN d.state = 'UNLOCKED'
   WHEN 'ORPHANED' THEN d.state = 'ORPHANED' ELSE true END`;

export const listDeskDepositsHandler = handleOperator(listDeskDeposits, async (context, { site, query }) => {
  const { page = 0, size = PAGE, show = 'ALL', walletType = null } = query;
  const limit = Math.min(size, MAX_PAGE);
  const { account, text, named, id } = await wantedRows(context, site.id, query);
  const values = [site.id, account, walletType, text, named, id, show];
  const [{ rows }, { rows: counted }] = await Promise.all([
    context.pool.query<DeskRow>(`SELECT ${COLUMNS} ${DEPOSIT_FROM} ${WHERE} ORDER BY d.deposit_id DESC LIMIT $8 OFFSET $9`, [
      ...values,
      limit,
      page * limit,
    ]),
    context.pool.query<{ total: number }>(`SELECT count(*)::int AS total ${DEPOSIT_FROM} ${WHERE}`, values),
  ]);
  return { data: { content: await present(context, site, rows), page, size: limit, totalElements: counted[0]?.total ?? 0 } };
});

async function present({ services }: AppContext, site: SiteConfig, rows: readonly DeskRow[]): Promise<DeskDeposit[]> {
  const directory = services.use(memberDirectory);
  const memberAt = ({ account }: DeskRow) => directory.memberOf(site.id, account) ?? 0;
  const cards = await services.use(memberCards)(site.id, [...new Set(rows.map(memberAt))]);
  return rows.map((row) => {
    const { account: _account, chain, chainAmount, dust, sender, height, number, seen, ...deposit } = row;
    return {
      ...presentDeposit(site, deposit),
      playerId: memberAt(row),
      username: cards.get(memberAt(row))?.username ?? '',
      chain,
      chainAmount: chainText(BigInt(chainAmount), row.decimals),
      dust: chainText(BigInt(dust), row.decimals),
      sender,
      height,
      number,
      seenAt: new Date(seen).toISOString(),
    };
  });
}
