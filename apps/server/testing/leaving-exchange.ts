// An exchange to leave (ADR 0049): all that may stand in the way, a dressed market, and looks at what rows and engine say of a member.
import { createBotsFeature } from '@maru/bots/server/feature.ts';
import { CommandKind, encodeFields } from '@maru/engine/wire/command.ts';
import { HouseAccount, PostingReason } from '@maru/engine/ledger/account.ts';
import type { Clock } from '@maru/kit/server/clock.ts';
import { messageFeature } from '@maru/message/server/feature.ts';
import { slotFeature } from '@maru/slot/server/feature.ts';
import { type TestExchange, type TestMember, MARU, openTestExchange } from './test-exchange.ts';
import { BTC } from './two-members.ts';

export async function openLeavingExchange(clock: Clock): Promise<TestExchange> {
  const exchange = await openTestExchange({ clock, env: { MARU_DEMO: 'off' }, more: [slotFeature, messageFeature, createBotsFeature()] });
  await dressMarket(exchange);
  return exchange;
}

export async function dressMarket(exchange: TestExchange): Promise<void> {
  await exchange.setMark(BTC, '60000.00');
  await exchange.setLadder(BTC, [['59999.00', '5']], [['60001.00', '5']]);
}

/** `floor`: asked each time, since a restart makes it another. */
export function looksAt(exchange: () => TestExchange) {
  const context = () => exchange().server.context;
  const rowOf = async (table: string, { member }: TestMember, column = 'member_id') =>
    (await context().pool.query(`SELECT * FROM ${table} WHERE ${column} = $1`, [member])).rows;
  return {
    context,
    rowOf,
    statusOf: async (member: TestMember) => (await rowOf('account_member', member, 'id'))[0].status,
    flagsOf: async ({ site, account }: TestMember) => (await context().engine.query<{ flags: number }>(site, 'riskOf', account)).flags,
    equityOf: ({ site, account }: TestMember) =>
      context().engine.query<{ futures: number; usdt: number; binary: number }>(site, 'equity', account),
    give(credit: number, amount: number) {
      const debit = HouseAccount.Promo;
      return exchange().command(
        MARU,
        encodeFields(-1, -1, { kind: CommandKind.Transfer, debit, credit, amount, reason: PostingReason.Adjustment }),
      );
    },
  };
}
