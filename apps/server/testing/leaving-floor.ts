// A floor to leave (ADR 0049): all that may stand in the way, a dressed market, and looks at what rows and engine say of a member.
import { createBotsFeature } from '@maru/bots/server/feature.ts';
import { CommandKind, encodeFields } from '@maru/engine/wire/command.ts';
import { HouseAccount, PostingReason } from '@maru/engine/ledger/account.ts';
import type { Clock } from '@maru/kit/server/clock.ts';
import { messageFeature } from '@maru/message/server/feature.ts';
import { slotFeature } from '@maru/slot/server/feature.ts';
import { type Floor, type FloorMember, MARU, openFloor } from './floor.ts';
import { BTC } from './two-members.ts';

export async function openLeavingFloor(clock: Clock): Promise<Floor> {
  const floor = await openFloor({ clock, env: { MARU_DEMO: 'off' }, more: [slotFeature, messageFeature, createBotsFeature()] });
  await dressMarket(floor);
  return floor;
}

export async function dressMarket(floor: Floor): Promise<void> {
  await floor.setMark(BTC, '60000.00');
  await floor.setLadder(BTC, [['59999.00', '5']], [['60001.00', '5']]);
}

/** `floor`: asked each time, since a restart makes it another. */
export function looksAt(floor: () => Floor) {
  const context = () => floor().server.context;
  const rowOf = async (table: string, { member }: FloorMember, column = 'member_id') =>
    (await context().pool.query(`SELECT * FROM ${table} WHERE ${column} = $1`, [member])).rows;
  return {
    context,
    rowOf,
    statusOf: async (member: FloorMember) => (await rowOf('account_member', member, 'id'))[0].status,
    flagsOf: async ({ site, account }: FloorMember) => (await context().engine.query<{ flags: number }>(site, 'riskOf', account)).flags,
    equityOf: ({ site, account }: FloorMember) =>
      context().engine.query<{ futures: number; usdt: number; binary: number }>(site, 'equity', account),
    give(credit: number, amount: number) {
      const debit = HouseAccount.Promo;
      return floor().command(
        MARU,
        encodeFields(-1, -1, { kind: CommandKind.Transfer, debit, credit, amount, reason: PostingReason.Adjustment }),
      );
    },
  };
}
