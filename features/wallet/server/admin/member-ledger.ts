// A member's wallet history for operators: the member's own list, read by somebody else, or taken away as a file.
import { listCsv } from '@maru/kit/contract/list.ts';
import type { AppContext } from '@maru/kit/server/context.ts';
import type { Call, Session } from '@maru/kit/server/feature.ts';
import { handleOperator } from '@maru/kit/server/operator-call.ts';
import { exportMemberLedger, LEDGER_EXPORT_ROWS, listMemberLedger } from '../../admin-contract.ts';
import type { DnwEntry } from '../../contract.ts';
import { ledgerColumns } from '../../ledger-list-contract.ts';
import { readDnw } from '../list-dnw.ts';
import { accountAt } from './member-wallets.ts';

type Asked = Omit<Parameters<typeof readDnw>[1]['query'], 'resultType'>;

function read(context: AppContext, { site, session }: Pick<Call, 'site' | 'session'>, account: number, query: Asked) {
  return readDnw(context, { site, query: { ...query, resultType: undefined }, session: { ...(session as Session), account } });
}

export const listMemberLedgerHandler = handleOperator(listMemberLedger, (context, call) => {
  const { playerId, ...query } = call.query;
  return read(context, call, accountAt(context, call.site, playerId), query);
});

const PAGE = 100;

export const exportMemberLedgerHandler = handleOperator(exportMemberLedger, async (context, call, audit) => {
  const { playerId, reason, ...filters } = call.body;
  const account = accountAt(context, call.site, playerId);
  const all: DnwEntry[] = [];
  let cursor: string | undefined;
  do {
    const { data } = await read(context, call, account, { ...filters, size: PAGE, ...(cursor === undefined ? {} : { cursor }) });
    all.push(...data.content);
    cursor = data.next ?? undefined;
  } while (cursor !== undefined && all.length < LEDGER_EXPORT_ROWS);
  await audit({ target: `member:${playerId}`, after: { rows: all.length, filters }, reason });
  const csv = listCsv(ledgerColumns, all, { say: ({ ko }) => ko, moment: (at) => at });
  const name = `${call.site.code}-ledger-${playerId}.csv`;
  return { data: { name, csv, rows: all.length, isCut: cursor !== undefined } };
});
