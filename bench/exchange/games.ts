// Timed rounds on the bench's server: the games switched on with limits of a large site, thousands of players, and what became of a round.
import { setTimeout as sleep } from 'node:timers/promises';
import { type Command, CommandKind, encodeCommand } from '@maru/engine/wire/command.ts';
import { EVENT_WORDS, EventHeadWord, EventKind, EventWord } from '@maru/engine/wire/event.ts';
import { HouseAccount, WalletWord, walletAccount, PostingReason } from '@maru/engine/ledger/account.ts';
import { siteBits } from '@maru/kit/contract/site-config.ts';
import type { EventBatch } from '@maru/kit/server/engine-port.ts';
import { memberJoined } from '@maru/member/contract.ts';
import { maru } from '@maru/sites/maru.ts';
import type { RunningServer } from '../../apps/server/server.ts';

const Head = EventHeadWord;
const { CommandRejected, RoundSettled } = EventWord;

const SITE = 1;
const MICRO = 1_000_000;
const STAKE = MICRO;
const LOOK_MS = 20;
const wide = { minStake: '1', maxStake: '1000', maxRoundStake: '1000000', maxSideExposure: '1000000000' };

/** A settled round, moments of this machine's clock. */
export interface ToldRound {
  option: number;
  ordinal: number;
  /** Engine time of the settlement. */
  settledAt: number;
  /** The main thread had it. */
  heardAt: number;
  /** And the last of its bets. */
  finishedAt: number;
  bets: number;
}

export interface Games {
  /** So many members with rows, accounts and money in both wallets; their tokens. */
  players(count: number): Promise<string[]>;
  /** Bets of all players from the `from`th on by turns, straight to the engine. */
  bet(bets: number, option: number, ordinal: number, from: number): Promise<void>;
  told(): readonly ToldRound[];
  /** When all rows of a round's bets were settled, and the round's own. */
  whenRows(option: number, ordinal: number, bets: number): Promise<number>;
}

export async function openGames(server: RunningServer): Promise<Games> {
  const told = new Map<string, ToldRound>();
  server.engines.onBatch((batch) => note(told, batch));
  await switchOn(server);
  const accounts: number[] = [];
  return {
    async players(count) {
      const rows = await addMembers(server, accounts.length, count);
      for (const { account } of rows) accounts.push(account);
      await fund(server, rows);
      return rows.map(({ member, account }) => {
        const session = { site: SITE, member, account, username: `player${account}`, role: 'member', family: `player-${account}` } as const;
        return server.context.sessions.issue(session).accessToken;
      });
    },
    async bet(bets, option, ordinal, from) {
      const head = { kind: CommandKind.PlaceBet, option, ordinal, stake: STAKE };
      const players = accounts.slice(from);
      const records = Array.from({ length: bets }, (_, i) => ({ ...head, account: players[i % players.length], market: (i >> 3) & 1 }));
      await submitAll(server, records);
    },
    told: () => [...told.values()],
    whenRows: (option, ordinal, bets) => whenRows(server, option, ordinal, bets),
  };
}

/** Before the server starts: terms changed later hold only two rounds on. */
export function widenLimits(): void {
  for (const row of maru.rounds?.options ?? []) Object.assign(row, wide);
}

async function switchOn({ context, engines }: RunningServer): Promise<void> {
  const [site] = context.sites.all();
  const type = site.type | siteBits.binary;
  const rounds = { ...site.rounds, options: (site.rounds?.options ?? []).map((row) => ({ ...row, ...wide })) };
  const games = { type, rounds };
  await context.pool.query('UPDATE site_site SET config = config || $2::jsonb WHERE id = $1', [SITE, JSON.stringify(games)]);
  const isSet = async () => {
    const [first] = await engines.query<{ maxMemberRound: number }[]>(SITE, 'roundOptions');
    return first !== undefined && first.maxMemberRound === Number(wide.maxRoundStake) * MICRO;
  };
  while (!(await isSet())) await sleep(LOOK_MS);
}

async function addMembers(server: RunningServer, known: number, count: number): Promise<{ member: number; account: number }[]> {
  const { context } = server;
  const { rows } = await context.pool.query<{ member: number; account: number }>(
    `INSERT INTO account_member (site_id, account_no, username, nick, name, phone, email, password_hash, opened_seq)
     SELECT $1, last + n, 'player' || last + n, 'player_' || last + n, 'Kim', '021-' || last + n, last + n || '@players.test', '-', 1
     FROM generate_series(1, $2::int) AS n, (SELECT max(account_no) AS last FROM account_member WHERE site_id = $1 AND account_no < 1000000)
     RETURNING id AS member, account_no AS account`,
    [SITE, count],
  );
  if (rows.length !== count) throw new Error(`${rows.length} of ${count} players joined ${known} others`);
  for (const { member, account } of rows) context.services.use(memberJoined)(SITE, member, account);
  return rows.sort((a, b) => a.account - b.account);
}

async function fund(server: RunningServer, rows: readonly { account: number }[]): Promise<void> {
  const debit = HouseAccount.Promo;
  const give = (account: number, purse: number) => ({
    kind: CommandKind.Transfer,
    debit,
    credit: walletAccount(account, purse),
    amount: 100_000 * MICRO,
    reason: PostingReason.Adjustment,
  });
  await submitAll(
    server,
    rows.flatMap(({ account }) => [
      { kind: CommandKind.OpenAccount, account },
      give(account, WalletWord.Futures),
      give(account, WalletWord.Binary),
    ]),
  );
}

/** So many at once: below what the queue of a site takes. */
const AT_ONCE = 5_000;

async function submitAll({ engines }: RunningServer, commands: readonly (Partial<Command> & { kind: number })[]): Promise<void> {
  for (let from = 0; from < commands.length; from += AT_ONCE) {
    const head = { time: 0, account: -1, symbol: -1, keyHi: 0, keyLo: 0, body: 0 };
    const records = commands.slice(from, from + AT_ONCE).map((command) => encodeCommand({ ...head, ...command } as Command));
    const replies = await Promise.all(records.map((record) => engines.submit(SITE, record)));
    const refused = replies.find(({ events }) => events[0] === EventKind.CommandRejected);
    if (refused !== undefined) throw new Error(`the engine refused with code ${refused.events[CommandRejected.code]}`);
  }
}

function note(told: Map<string, ToldRound>, { site, events: e }: EventBatch): void {
  if (site !== SITE) return;
  for (let i = 0; i < e.length; i += EVENT_WORDS) {
    const key = `${e[i + RoundSettled.option]}|${e[i + RoundSettled.ordinal]}`;
    if (e[i] === EventKind.RoundSettled) {
      const [option, ordinal, bets] = [e[i + RoundSettled.option], e[i + RoundSettled.ordinal], e[i + RoundSettled.bets]];
      told.set(key, { option, ordinal, settledAt: e[i + Head.time], heardAt: Date.now(), finishedAt: 0, bets });
    } else if (e[i] === EventKind.RoundFinished) {
      const round = told.get(key);
      if (round !== undefined) round.finishedAt = Date.now();
    }
  }
}

async function whenRows({ context: { pool } }: RunningServer, option: number, ordinal: number, bets: number): Promise<number> {
  const where = 'site_id = $1 AND option = $2 AND ordinal = $3';
  const of = [SITE, option, ordinal];
  for (;;) {
    const { rowCount } = await pool.query(`SELECT 1 FROM rounds_round WHERE ${where} AND paid IS NOT NULL`, of);
    if (rowCount === 1) {
      // The round's end and its bets' are rows of one transaction, or of ones before.
      const at = Date.now();
      const { rows } = await pool.query(`SELECT count(*)::int AS settled FROM rounds_bet WHERE ${where} AND status > 0`, of);
      if (rows[0].settled !== bets) throw new Error(`${rows[0].settled} of ${bets} rows are settled`);
      return at;
    }
    await sleep(LOOK_MS);
  }
}
