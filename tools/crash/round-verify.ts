// What the journal and the rows say about a run of rounds: every acknowledged bet once, every round ended once, money conserved, rows right.
import { isHouseSql } from '@maru/engine/ledger/account-sql.ts';
import { join } from 'node:path';
import pg from 'pg';
import { CommandHeadWord, CommandKind, recordLength } from '@maru/engine/wire/command.ts';
import { decodeEvent, type EngineEvent, EVENT_WORDS, EventKind } from '@maru/engine/wire/event.ts';
import { BetShadow } from '@maru/engine/testing/shadow-bets.ts';
import { openDatabase } from '@maru/kit/server/database-open.ts';
import { engineMaker } from '@maru/kit/server/engine-maker.ts';
import { openPostgresJournal } from '@maru/kit/server/journal/postgres-journal.ts';
import { hashCore, type ReplayedBatch } from '@maru/kit/server/recovery.ts';
import { replaySite } from '@maru/kit/server/replay-site.ts';
import { requestKeyWords } from '@maru/kit/server/request-key.ts';
import { SnapshotStore } from '@maru/kit/server/snapshot-store.ts';
import { type PracticeVerdict, verifyPractice } from './practice-verify.ts';
import type { AckedPlay, RoundLoad } from './round-load.ts';

const CommandHead = CommandHeadWord;

export interface RoundVerdict {
  lost: number;
  doubled: number;
  /** Rounds that are not settled, or void, exactly once; bets that never ended. */
  unended: number;
  rowsWrong: number;
  /** Of all accounts; double entry keeps it 0. */
  ledgerSum: number;
  hashOk: boolean;
  snapshotsCompared: number;
  rounds: number;
  voided: number;
  bets: number;
  spins: number;
  practice: PracticeVerdict;
  /** What broke, in words. */
  faults: string[];
}

const SITE = 1;
const CAPACITY = 'medium';
const VOID = 3;

interface RoundSeen {
  opened: number;
  settled: number;
  finished: number;
  isVoid: boolean;
}

interface BetSeen {
  status: number;
  payout: number;
}

/** Everything of a run that its events tell. */
class Seen {
  readonly bets = new Map<number, BetSeen>();
  readonly rounds = new Map<string, RoundSeen>();
  readonly balances = new Map<number, number>();
  /** Bets and spins by the request key that they came under. */
  readonly effects = new Map<string, number[]>();
  spins = 0;
  readonly faults: string[] = [];
  readonly shadow = new BetShadow();

  take({ firstSeq, commands, events }: ReplayedBatch): void {
    const keys = keysOf(firstSeq, commands);
    for (let at = 0; at < events.length; at += EVENT_WORDS) {
      const event = decodeEvent(events, at);
      this.faults.push(...this.shadow.take([event]));
      this.#take(event, keys.get(event.seq));
    }
  }

  #take(e: EngineEvent, key: string | undefined): void {
    switch (e.kind) {
      case EventKind.LedgerPosted:
        this.balances.set(e.debit, e.debitAfter);
        this.balances.set(e.credit, e.creditAfter);
        return;
      case EventKind.RoundOpened:
        return this.#round(e, 'opened');
      case EventKind.RoundSettled:
        this.#round(e, 'settled');
        this.#of(e).isVoid = e.result === VOID;
        return;
      case EventKind.RoundFinished:
        return this.#round(e, 'finished');
      case EventKind.BetPlaced:
        this.bets.set(e.betId, { status: 0, payout: 0 });
        return this.#effect(key, e.betId);
      case EventKind.BetCancelled:
        this.bets.set(e.betId, { status: VOID, payout: e.stake });
        return;
      case EventKind.BetSettled:
        this.bets.set(e.betId, { status: e.status, payout: e.payout });
        return;
      case EventKind.SlotSpun:
        this.spins++;
        return this.#effect(key, e.serial * 2 ** 32 + e.nonce);
    }
  }

  #effect(key: string | undefined, id: number): void {
    if (key !== undefined) this.effects.set(key, [...(this.effects.get(key) ?? []), id]);
  }

  #of({ option, ordinal }: { option: number; ordinal: number }): RoundSeen {
    const name = `${option}|${ordinal}`;
    const round = this.rounds.get(name) ?? { opened: 0, settled: 0, finished: 0, isVoid: false };
    this.rounds.set(name, round);
    return round;
  }

  #round(e: { option: number; ordinal: number }, what: 'opened' | 'settled' | 'finished'): void {
    this.#of(e)[what]++;
  }
}

/** Request keys of the bets and spins of a batch, by sequence. */
function keysOf(firstSeq: number, commands: Float64Array): Map<number, string> {
  const keys = new Map<number, string>();
  for (let at = 0, seq = firstSeq; at < commands.length; at += recordLength(commands, at), seq++) {
    const isPlay = commands[at] === CommandKind.PlaceBet || commands[at] === CommandKind.SpinSlot;
    if (isPlay) keys.set(seq, `${commands[at + CommandHead.keyHi]}|${commands[at + CommandHead.keyLo]}`);
  }
  return keys;
}

/** Call with the server stopped and every round over. Replays site 1 from its first command. */
export async function verifyRounds(
  dataDir: string,
  databaseUrl: string | undefined,
  { acked, practised }: Pick<RoundLoad, 'acked' | 'practised'>,
): Promise<RoundVerdict> {
  const database = await openDatabase({ databaseUrl, dataDir });
  const store = openPostgresJournal(database.address, { connections: 1, answerTimeoutMs: 60_000 });
  try {
    const seen = new Seen();
    const places = { snapshotDir: join(dataDir, 'snapshots'), archiveDir: join(dataDir, 'archive') };
    const snapshots = new SnapshotStore(places.snapshotDir);
    const known = new Map(snapshots.list(SITE).map((seq) => [seq, snapshots.read(SITE, seq).head.stateHash]));
    let [hashOk, snapshotsCompared] = [true, 0];
    await replaySite(
      { site: SITE, store, maker: engineMaker(CAPACITY), ...places },
      {
        fromBeginning: true,
        each(batch, now) {
          seen.take(batch);
          const expected = known.get(batch.lastSeq);
          if (expected === undefined) return;
          snapshotsCompared++;
          hashOk &&= hashCore(now.core) === expected;
        },
      },
    );
    const rowsWrong = await wrongRows(database.address, seen);
    const practice = await verifyPractice(database.address, SITE, practised, ({ member, key }) => seen.effects.has(keyName(member, key)));
    return { ...judge(acked, seen), rowsWrong, practice, hashOk, snapshotsCompared };
  } finally {
    await store.close();
    await database.close();
  }
}

const keyName = (member: number, requestKey: string) => requestKeyWords({ site: SITE, member, requestKey })?.join('|') ?? '';

function judge(acked: readonly AckedPlay[], seen: Seen): Omit<RoundVerdict, 'rowsWrong' | 'practice' | 'hashOk' | 'snapshotsCompared'> {
  const rounds = [...seen.rounds.values()];
  const open = [...seen.bets.values()].filter(({ status }) => status === 0).length;
  return {
    lost: acked.filter(({ member, key, id }) => !seen.effects.get(keyName(member, key))?.includes(id)).length,
    doubled: [...seen.effects.values()].filter((ids) => ids.length > 1).length,
    unended: open + rounds.filter(({ opened, settled, finished }) => opened !== 1 || settled !== 1 || finished !== 1).length,
    ledgerSum: [...seen.balances.values()].reduce((sum, each) => sum + each, 0),
    rounds: rounds.length,
    voided: rounds.filter(({ isVoid }) => isVoid).length,
    bets: seen.bets.size,
    spins: seen.spins,
    faults: seen.faults,
  };
}

const BETS = 'SELECT bet_id AS id, status, COALESCE(payout, 0) AS payout FROM rounds_bet WHERE site_id = $1';
const ROUNDS = `SELECT option || '|' || ordinal AS name, (settled_seq IS NOT NULL AND paid IS NOT NULL) AS done FROM rounds_round WHERE site_id = $1`;
const EVIDENCE = `SELECT option || '|' || ordinal AS name, option, number, hash, previous_hash AS previous FROM rounds_evidence
  WHERE site_id = $1 ORDER BY option, number`;
/** The newest balance of each member's purse by the rows of the ledger. */
const WALLETS = `SELECT DISTINCT ON (purse) purse, balance FROM (
    SELECT debit AS purse, debit_after AS balance, seq, idx FROM wallet_ledger WHERE site_id = $1 AND account >= 0
    UNION ALL SELECT credit, credit_after, seq, idx FROM wallet_ledger WHERE site_id = $1 AND account >= 0) AS sides
  WHERE NOT (${isHouseSql('purse')}) ORDER BY purse, seq DESC, idx DESC`;

/** Bets, rounds, wallets and records of evidence that SQL has otherwise than the events say. */
async function wrongRows(address: pg.ClientConfig, seen: Seen): Promise<number> {
  const client = new pg.Client(address);
  await client.connect();
  const read = async (text: string) => (await client.query(text, [SITE])).rows;
  try {
    const bets = new Map((await read(BETS)).map((row) => [Number(row.id), row]));
    const rounds = await read(ROUNDS);
    const wallets = await read(WALLETS);
    const wrongBets = [...seen.bets].filter(([id, bet]) => {
      const row = bets.get(id);
      return row?.status !== bet.status || Number(row?.payout) !== bet.payout;
    });
    const wrongRounds = rounds.filter(({ name, done }) => !done || !seen.rounds.has(name));
    const wrongWallets = wallets.filter(({ purse, balance }) => seen.balances.get(Number(purse)) !== Number(balance));
    const counts = Math.abs(bets.size - seen.bets.size) + Math.abs(rounds.length - seen.rounds.size);
    return wrongBets.length + wrongRounds.length + wrongWallets.length + counts + chainFaults(await read(EVIDENCE), seen);
  } finally {
    await client.end();
  }
}

/** One record a round, and each names the hash of the one before. */
function chainFaults(
  rows: readonly { name: string; option: number; number: number; hash: string; previous: string }[],
  seen: Seen,
): number {
  const last = new Map<number, { number: number; hash: string }>();
  let faults = Math.abs(rows.length - seen.rounds.size);
  for (const { name, option, number, hash, previous } of rows) {
    const before = last.get(option);
    const isNext = number === (before?.number ?? 0) + 1 && (before === undefined || previous === before.hash);
    if (!isNext || !seen.rounds.has(name)) faults++;
    last.set(option, { number, hash });
  }
  return faults;
}
