// Rounds on their way to SQL: what a run of events changes in each, added up.
import type { PoolClient } from 'pg';
import { bytesOfWords, hexOfBytes } from '@maru/engine/draw/sha256.ts';
import { BetMarket } from '@maru/engine/wire/round-terms.ts';
import { EventHeadWord, EventKind, EventWord } from '@maru/engine/wire/event.ts';

const Head = EventHeadWord;
const { BetPlaced, DrawCommitted, DrawEntropyShown, DrawSeedShown, RoundFinished, RoundOpened, RoundSettled, RoundTick } = EventWord;

interface Draft {
  option: number;
  ordinal: number;
  opened_seq: number | null;
  opened_ms: number | null;
  closes_ms: number | null;
  flags: number | null;
  sale_fee: number | null;
  sale_volatility: number | null;
  up: number;
  down: number;
  up_count: number;
  down_count: number;
  status: number | null;
  result: number | null;
  reason: number | null;
  strike: number | null;
  close: number | null;
  ticks: number[][] | null;
  paid: number | null;
  settled_seq: number | null;
  settled_ms: number | null;
}
interface DrawDraft {
  option: number;
  ordinal: number;
  commit: string | null;
  seed: string | null;
  entropy: string | null;
}

export interface RoundDrafts {
  open(e: Float64Array, i: number): void;
  /** A bet's stake came (1) or went before the end (-1). */
  stake(e: Float64Array, i: number, sign: 1 | -1): void;
  tick(e: Float64Array, i: number): void;
  settle(e: Float64Array, i: number, status: number): void;
  finish(e: Float64Array, i: number): void;
  draw(e: Float64Array, i: number): void;
  write(client: PoolClient, site: number): Promise<void>;
}

// What is not told stays as it was; sums grow by what came.
const UPSERT = `INSERT INTO rounds_round AS r (site_id, option, ordinal, opened_seq, opened_ms, up, down, up_count, down_count, status, result,
    reason, strike, close, ticks, paid, settled_seq, settled_ms, closes_ms, flags, sale_fee, sale_volatility)
  SELECT $1, option, ordinal, COALESCE(opened_seq, 0), COALESCE(opened_ms, 0), up, down, up_count, down_count, COALESCE(status, 0), result,
    reason, strike, close, ticks, paid, settled_seq, settled_ms, closes_ms, flags, sale_fee, sale_volatility
  FROM jsonb_to_recordset($2) AS n(option smallint, ordinal bigint, opened_seq bigint, opened_ms bigint, up bigint, down bigint,
    up_count int, down_count int, status smallint, result smallint, reason smallint, strike bigint, close bigint, ticks jsonb, paid bigint,
    settled_seq bigint, settled_ms bigint, closes_ms bigint, flags int, sale_fee bigint, sale_volatility bigint)
  ON CONFLICT (site_id, option, ordinal) DO UPDATE SET up = r.up + EXCLUDED.up, down = r.down + EXCLUDED.down,
    up_count = r.up_count + EXCLUDED.up_count, down_count = r.down_count + EXCLUDED.down_count,
    status = GREATEST(r.status, EXCLUDED.status), result = COALESCE(EXCLUDED.result, r.result), reason = COALESCE(EXCLUDED.reason, r.reason),
    strike = COALESCE(EXCLUDED.strike, r.strike), close = COALESCE(EXCLUDED.close, r.close), ticks = COALESCE(EXCLUDED.ticks, r.ticks),
    paid = COALESCE(EXCLUDED.paid, r.paid), settled_seq = COALESCE(EXCLUDED.settled_seq, r.settled_seq),
    settled_ms = COALESCE(EXCLUDED.settled_ms, r.settled_ms), closes_ms = COALESCE(EXCLUDED.closes_ms, r.closes_ms),
    flags = COALESCE(EXCLUDED.flags, r.flags), sale_fee = COALESCE(EXCLUDED.sale_fee, r.sale_fee),
    sale_volatility = COALESCE(EXCLUDED.sale_volatility, r.sale_volatility)`;
const UPSERT_DRAW = `INSERT INTO rounds_draw AS d (site_id, option, ordinal, commit, seed, entropy)
  SELECT $1, option, ordinal, COALESCE(commit, ''), seed, entropy
  FROM jsonb_to_recordset($2) AS n(option smallint, ordinal bigint, commit text, seed text, entropy text)
  ON CONFLICT (site_id, option, ordinal) DO UPDATE SET seed = COALESCE(EXCLUDED.seed, d.seed), entropy = COALESCE(EXCLUDED.entropy, d.entropy)`;

// Until its record is written.
const WAIT = `INSERT INTO rounds_waiting (site_id, option, ordinal, settled_seq, settled_ms)
  SELECT $1, * FROM jsonb_to_recordset($2) AS n(option smallint, ordinal bigint, settled_seq bigint, settled_ms bigint)`;

export function createRoundDrafts(): RoundDrafts {
  const rounds = new Map<string, Draft>();
  const draws = new Map<string, DrawDraft>();
  const roundAt = (option: number, ordinal: number): Draft => {
    const key = `${option}|${ordinal}`;
    let draft = rounds.get(key);
    if (draft === undefined) rounds.set(key, (draft = emptyRound(option, ordinal)));
    return draft;
  };
  return {
    open(e, i) {
      const draft = roundAt(e[i + RoundOpened.option], e[i + RoundOpened.ordinal]);
      draft.opened_seq = e[i + Head.seq];
      draft.opened_ms = e[i + Head.time];
      Object.assign(draft, {
        closes_ms: e[i + RoundOpened.closesAt],
        flags: e[i + RoundOpened.flags],
        sale_fee: e[i + RoundOpened.saleFee],
        sale_volatility: e[i + RoundOpened.saleVolatility],
      });
    },
    stake(e, i, sign) {
      const draft = roundAt(e[i + BetPlaced.option], e[i + BetPlaced.ordinal]);
      const side = e[i + BetPlaced.market] === BetMarket.Down ? 'down' : 'up';
      draft[side] += sign * e[i + BetPlaced.stake];
      draft[`${side}_count`] += sign;
    },
    tick(e, i) {
      const draft = roundAt(e[i + RoundTick.option], e[i + RoundTick.ordinal]);
      draft.ticks ??= [];
      draft.ticks[e[i + RoundTick.boundary]] = [...e.subarray(i + RoundTick.price, i + RoundTick.confirm + 1)];
    },
    settle(e, i, status) {
      const draft = roundAt(e[i + RoundSettled.option], e[i + RoundSettled.ordinal]);
      Object.assign(draft, {
        status,
        result: e[i + RoundSettled.result],
        reason: e[i + RoundSettled.voidReason],
        strike: e[i + RoundSettled.strike],
        close: e[i + RoundSettled.close],
      });
      draft.settled_seq = e[i + Head.seq];
      draft.settled_ms = e[i + Head.time];
    },
    finish(e, i) {
      roundAt(e[i + RoundFinished.option], e[i + RoundFinished.ordinal]).paid = e[i + RoundFinished.paid];
    },
    draw(e, i) {
      const key = `${e[i + DrawCommitted.option]}|${e[i + DrawCommitted.ordinal]}`;
      const draft = draws.get(key) ?? {
        option: e[i + DrawCommitted.option],
        ordinal: e[i + DrawCommitted.ordinal],
        commit: null,
        seed: null,
        entropy: null,
      };
      draws.set(key, draft);
      const column = fieldOf(e[i]);
      draft[column] = hexOfBytes(bytesOfWords(e, i + digestOf[column]));
    },
    async write(client, site) {
      await writeAll(client, 'rounds-round-upsert', UPSERT, site, [...rounds.values()]);
      await writeAll(client, 'rounds-draw-upsert', UPSERT_DRAW, site, [...draws.values()]);
      const settled = [...rounds.values()].filter((draft) => draft.settled_seq !== null);
      await writeAll(client, 'rounds-waiting-insert', WAIT, site, settled.map(waitingOf));
    },
  };
}

async function writeAll(client: PoolClient, name: string, text: string, site: number, drafts: readonly object[]): Promise<void> {
  if (drafts.length > 0) await client.query({ name, text, values: [site, JSON.stringify(drafts)] });
}

const waitingOf = ({ option, ordinal, settled_seq, settled_ms }: Draft) => ({ option, ordinal, settled_seq, settled_ms });

const digestOf = { commit: DrawCommitted.hash, seed: DrawSeedShown.seed, entropy: DrawEntropyShown.entropy } as const;

function fieldOf(kind: number): 'commit' | 'seed' | 'entropy' {
  if (kind === EventKind.DrawCommitted) return 'commit';
  return kind === EventKind.DrawSeedShown ? 'seed' : 'entropy';
}

function emptyRound(option: number, ordinal: number): Draft {
  return {
    option,
    ordinal,
    opened_seq: null,
    opened_ms: null,
    closes_ms: null,
    flags: null,
    sale_fee: null,
    sale_volatility: null,
    up: 0,
    down: 0,
    up_count: 0,
    down_count: 0,
    status: null,
    result: null,
    reason: null,
    strike: null,
    close: null,
    ticks: null,
    paid: null,
    settled_seq: null,
    settled_ms: null,
  };
}
