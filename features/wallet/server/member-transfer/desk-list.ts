// The list of transfers between members for operators: who sent what to whom, and how it ended. What was only checked is nobody's transfer.
import { formatDecimal } from '@maru/engine/money/decimal.ts';
import { USDT_DECIMALS } from '@maru/engine/money/units.ts';
import { handleOperator } from '@maru/kit/server/operator-call.ts';
import { memberCards, memberDirectory } from '@maru/member/contract.ts';
import { type DeskTransfer, listMemberTransfers } from '../../member-transfer-admin-contract.ts';
import { currencyAt } from '../purses.ts';
import { saidTerms } from './desk-terms.ts';
import { termsOfTransfers } from './transfer-terms.ts';

const PAGE = 30;
const MAX_PAGE = 100;

interface Row {
  id: number;
  account: number;
  payee: number;
  asset: number;
  amount: number;
  value: number;
  state: DeskTransfer['state'];
  fault: string | null;
  seq: number | null;
  takenMs: number;
}

const WHERE = `FROM wallet_member_transfer WHERE site_id = $1 AND taken_ms IS NOT NULL AND ($2::text IS NULL OR state = $2)
  AND ($3::text IS NULL OR account = $4 OR payee = $4 OR transfer_id = $5)`;

export const listMemberTransfersHandler = handleOperator(listMemberTransfers, async (context, { site, query }) => {
  const { page = 0, size = PAGE, state = null, search = '' } = query;
  const limit = Math.min(size, MAX_PAGE);
  const people = context.services.use(memberDirectory);
  const named = search === '' ? undefined : await people.findMember(site.id, search);
  const id = /^\d{1,15}$/.test(search) ? Number(search) : -1;
  const values = [site.id, state, search === '' ? null : search, named?.account ?? -1, id];
  const [{ rows }, { rows: counted }, terms] = await Promise.all([
    context.pool.query<Row>(
      `SELECT transfer_id::float8 AS id, account, payee, asset, amount::float8 AS amount, value::float8 AS value, state, fault,
         seq::float8 AS seq, taken_ms::float8 AS "takenMs" ${WHERE} ORDER BY taken_ms DESC, transfer_id DESC LIMIT $6 OFFSET $7`,
      [...values, limit, page * limit],
    ),
    context.pool.query<{ total: number }>(`SELECT count(*)::int AS total ${WHERE}`, values),
    termsOfTransfers(context.pool, site.id),
  ]);
  const memberOf = (account: number) => people.memberOf(site.id, account) ?? 0;
  const cards = await context.services.use(memberCards)(
    site.id,
    rows.flatMap(({ account, payee }) => [memberOf(account), memberOf(payee)]),
  );
  const content = rows.map((row): DeskTransfer => {
    const { currency, decimals } = currencyAt(site, row.asset);
    const [payer, payee] = [memberOf(row.account), memberOf(row.payee)];
    return {
      transferId: row.id,
      playerId: payer,
      username: cards.get(payer)?.username ?? '',
      payeeId: payee,
      payee: cards.get(payee)?.username ?? '',
      currency,
      point: formatDecimal(row.amount, decimals),
      value: formatDecimal(row.value, USDT_DECIMALS),
      state: row.state,
      fault: row.fault,
      sequence: row.seq,
      time: new Date(row.takenMs).toISOString(),
    };
  });
  return { data: { content, page, size: limit, totalElements: counted[0]?.total ?? 0, terms: saidTerms(terms) } };
});
