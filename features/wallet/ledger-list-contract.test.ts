// The file of a member's ledger, to the byte: codes as they are kept, moments on the wire's clock.
import { listCsv } from '@maru/kit/contract/list.ts';
import { expect, it } from 'vitest';
import type { DnwEntry } from './contract.ts';
import { ledgerColumns } from './ledger-list-contract.ts';

it('has a line a movement', () => {
  const entry: DnwEntry = {
    dnwHistoryId: 12,
    type: 'PB',
    walletType: 'FUTURES',
    otherWalletType: null,
    currency: 'USDT',
    status: 'DONE',
    won: null,
    point: '-1.500000',
    balance: '20.000000',
    symbol: null,
    reason: 'BONUS',
    sequence: 99,
    time: '2026-11-24T08:00:00.000Z',
  };
  expect(listCsv(ledgerColumns, [entry], { say: ({ ko }) => ko, moment: (at) => at })).toBe(
    '시각 (UTC),지갑,유형,내용,종목,금액,거래 뒤 잔액,통화,번호\r\n2026-11-24T08:00:00.000Z,FUTURES,PB,BONUS,,-1.500000,20.000000,USDT,12',
  );
});
