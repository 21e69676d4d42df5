// Every way a step of custody, or a quoted conversion, is refused: with its code, without a trace, and beside it the same thing done right.
import { describe, expect, test } from 'vitest';
import { accountOf, houseAccount, Purse, walletWordOf, WalletWord } from '../ledger/account.ts';
import { FIRST_CUSTODY_REJECT, rejections, type CustodyRejectName } from '../reject.ts';
import { stateHash } from '../state-hash.ts';
import { AccountFlag, type Command, CommandKind } from '../wire/command.ts';
import type { ConversionQuote } from '../wire/conversion-terms.ts';
import { BTC, book, credit, ETH, hold, inside, orphan, pend, returned, sent, settled, toMember, unlock } from '../testing/custody-steps.ts';
import { opened, transfer } from '../testing/rejection-steps.ts';
import type { Body, TestExchange } from '../testing/test-exchange.ts';

interface Row {
  code: CustodyRejectName;
  says: string;
  given?: readonly Body<Command>[];
  refused: Body<Command>;
  control: Body<Command>;
}

const unlocked = [credit(1), unlock(1)];
const held = [...unlocked, hold(1)];
const wallet = (account: number) => accountOf(account, BTC, Purse.Available);
const give = (amount: number) => transfer(houseAccount(BTC, Purse.External), wallet(0), amount);

/** 1 USDT is 1,000 of the smallest units of bitcoin, asked at the time that scenarios begin at. */
const NOW = 1_700_000_000_000;
const quoted = (change: Partial<ConversionQuote>): Body<Command> => ({
  kind: CommandKind.Convert,
  account: 0,
  symbol: -1,
  from: WalletWord.Futures,
  to: walletWordOf(wallet(0)),
  amount: 1_000_000,
  spread: 0,
  num: 1,
  den: 1_000,
  quote: { until: NOW, shortMost: 1_000, longMost: 1_000_000, ...change },
});

const rows: readonly Row[] = [
  { code: 'CUSTODY_GAP', says: 'a deposit before the next one', given: [pend(1)], refused: pend(3), control: pend(2) },
  { code: 'CUSTODY_GAP', says: 'a withdrawal before the next one', given: unlocked, refused: hold(2), control: hold(1) },
  { code: 'CUSTODY_GAP', says: 'an entry before the next one', refused: book(2, Purse.Suspense, 1), control: book(1, Purse.Suspense, 1) },
  { code: 'CUSTODY_STEP', says: 'unlocked before it was credited', given: [pend(1)], refused: unlock(1), control: credit(1) },
  { code: 'CUSTODY_STEP', says: 'of a deposit that never was', refused: unlock(1), control: orphan(1) },
  { code: 'CUSTODY_STEP', says: 'orphaned after it was unlocked', given: unlocked, refused: orphan(1), control: unlock(1) },
  { code: 'CUSTODY_STEP', says: 'credited after it was orphaned', given: [pend(1), orphan(1)], refused: credit(1), control: orphan(1) },
  { code: 'CUSTODY_STEP', says: 'settled before it was sent', given: held, refused: settled(1), control: sent(1) },
  { code: 'CUSTODY_STEP', says: 'paid inside after it was sent', given: [...held, sent(1)], refused: inside(1), control: settled(1) },
  { code: 'CUSTODY_STEP', says: 'sent after it came back', given: [...held, returned(1)], refused: sent(1), control: returned(1) },
  { code: 'CUSTODY_MISMATCH', says: 'another amount', given: [pend(1)], refused: credit(1, 1_001), control: credit(1) },
  { code: 'CUSTODY_MISMATCH', says: 'another asset', given: [pend(1)], refused: credit(1, 1_000, { asset: ETH }), control: credit(1) },
  { code: 'CUSTODY_MISMATCH', says: 'another member’s deposit', given: [pend(1)], refused: orphan(1, 1), control: orphan(1) },
  { code: 'CUSTODY_MISMATCH', says: 'another member’s withdrawal', given: held, refused: returned(1, 1), control: returned(1) },
  { code: 'CUSTODY_MISMATCH', says: 'another fee', given: held, refused: hold(1, 100, { fee: 6 }), control: hold(1) },
  {
    code: 'BALANCE_LOCKED',
    says: 'withdrawn before the second threshold',
    given: [credit(1), give(105)],
    refused: hold(1, 101),
    control: hold(1),
  },
  {
    code: 'BALANCE_LOCKED',
    says: 'given to another member before the second threshold',
    given: [credit(1), give(10)],
    refused: transfer(wallet(0), wallet(1), 11),
    control: transfer(wallet(0), wallet(1), 10),
  },
  { code: 'QUOTE_EXPIRED', says: 'a millisecond after its end', refused: quoted({ until: NOW - 1 }), control: quoted({ until: NOW }) },
  { code: 'CONVERSION_CAP', says: 'one unit more than the house gives', refused: quoted({ shortMost: 999 }), control: quoted({}) },
  { code: 'CONVERSION_CAP', says: 'one unit more than the house takes', refused: quoted({ longMost: 999_999 }), control: quoted({}) },
  {
    code: 'TRANSFER_EXPIRED',
    says: 'to a member, a millisecond after its end',
    given: unlocked,
    refused: toMember(1, 100, { until: NOW - 1 }),
    control: toMember(1, 100, { until: NOW }),
  },
  {
    code: 'RECEIVER_CLOSED',
    says: 'to a member that is frozen',
    given: [...unlocked, { kind: CommandKind.SetAccountFlags, account: 1, symbol: -1, flags: AccountFlag.Frozen }],
    refused: toMember(1, 100),
    control: { kind: CommandKind.SetAccountFlags, account: 1, symbol: -1, flags: 0 },
  },
];

const after = (given: readonly Body<Command>[] = []): TestExchange => {
  const exchange = opened();
  for (const step of given) exchange.accept(step);
  return exchange;
};

describe('refusals of custody', () => {
  test.each(rows.map((row) => [row.code, row.says, row] as const))('%s: %s', (code, _says, row) => {
    const [exchange, twin] = [after(row.given), after(row.given)];
    const events = exchange.send(row.refused);
    expect([exchange.refusal(events), events.length]).toEqual([code, 1]);
    // Only sequence and time move: the twin passes a command that is refused at the first look.
    twin.send({ kind: CommandKind.CancelOrder, account: 0, symbol: 0, orderId: -1 });
    expect(stateHash(exchange.state)).toBe(stateHash(twin.state));
    expect(exchange.refusal(exchange.send(row.control))).toBeUndefined();
  });

  test('every rejection of custody has its row', () => {
    const names = [...rejections.values()].filter(({ code }) => code >= FIRST_CUSTODY_REJECT).map(({ name }) => name);
    const covered = new Set<string>(rows.map(({ code }) => code));
    expect(names).not.toEqual([]);
    expect(names.filter((name) => !covered.has(name))).toEqual([]);
  });
});
