// Coins without a chain: deposits are posted by their numbers, withdrawals go as far as the server takes them alone.
import { custodyProcesses } from '@maru/custody/process-contract.ts';
import { custodyFeature } from '@maru/custody/server/feature.ts';
import { postDeposit } from '@maru/custody/server/deposits/post-deposit.ts';
import type { ServerFeature } from '@maru/kit/server/feature.ts';
import { memberBox, type MemberMessage } from '@maru/member/contract.ts';
import { type ExchangeOptions, MARU, openTestExchange, type TestExchange, type TestMember } from './test-exchange.ts';

export const WITHDRAW_PASSWORD = '274913';

export interface CoinStage {
  exchange: TestExchange;
  /** A member with coins that may leave, and a withdrawal password. `amount` in the ledger's units. */
  rich(username: string, coins?: Readonly<Record<number, number>>): Promise<TestMember>;
  credit(member: TestMember, asset: number, amount: number): Promise<void>;
  /** Tickets of passwords typed before: many tries at once would lock the password. */
  tickets(member: TestMember, count: number): Promise<string[]>;
  /** What members were told among their messages. */
  told: readonly MemberMessage[];
  stop(): Promise<void>;
}

const [USDT, RICH] = [0, 1_000_000_000];

export async function openCoinStage(options: ExchangeOptions = {}): Promise<CoinStage> {
  const told: MemberMessage[] = [];
  const exchange = await openTestExchange({ hasDeposits: true, ...options, more: [custodyFeature, boxOf(told), ...(options.more ?? [])] });
  await exchange.server.context.services.use(custodyProcesses).stop();
  let deposits = 0;
  const credit: CoinStage['credit'] = async ({ account }, asset, amount) => {
    const deposit = { site: MARU, account, asset, amount, number: ++deposits };
    for (const state of ['CONFIRMING', 'CREDITED', 'UNLOCKED'] as const) await postDeposit(exchange.server.context, deposit, state);
  };
  return {
    exchange,
    told,
    credit,
    async rich(username, coins = { [USDT]: RICH }) {
      const member = await exchange.member(username, '0');
      for (const [asset, amount] of Object.entries(coins)) await credit(member, Number(asset), amount);
      await givePassword(exchange, member);
      return member;
    },
    tickets: (member, count) => ticketsOf(exchange, member, count),
    stop: () => exchange.stop(),
  };
}

/** In the place of members' messages. */
export const boxOf = (told: MemberMessage[]): ServerFeature => ({
  name: 'box',
  wiring: { offers: [memberBox], needs: [] },
  errors: {},
  routes: [],
  async start({ services }) {
    services.provide(memberBox, { send: async (message) => void told.push(message) });
    return () => undefined;
  },
});

/** A new one holds withdrawals for a day; the test's clock does not wait for it. */
async function givePassword({ server }: TestExchange, member: TestMember): Promise<void> {
  const set = await member.post('/api/player/update_withdraw_password', {
    password: WITHDRAW_PASSWORD,
    loginPassword: 'a-long-passphrase',
  });
  if (set.status !== 200) throw new Error(JSON.stringify(set.body));
  await server.context.pool.query('UPDATE account_withdrawal_hold SET lifted_at = now() WHERE member_id = $1', [member.member]);
}

async function ticketsOf({ server }: TestExchange, member: TestMember, count: number): Promise<string[]> {
  const { ticket } = (await member.post('/api/dnw/withdraw-auth', { password: WITHDRAW_PASSWORD })).body.data as { ticket: string };
  const more = Array.from({ length: count - 1 }, (_, n) => `${ticket}-${n}`);
  await server.context.pool.query(
    `INSERT INTO custody_withdraw_ticket (ticket_hash, site_id, account, family, until_ms)
     SELECT encode(sha256(m::bytea), 'hex'), t.site_id, t.account, t.family, t.until_ms FROM custody_withdraw_ticket t, unnest($2::text[]) m
     WHERE t.ticket_hash = encode(sha256($1::bytea), 'hex')`,
    [ticket, more],
  );
  return [ticket, ...more];
}
