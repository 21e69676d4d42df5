// Draws of a power ball: of rounds with bets as the engine settled them, of the others worked out from the same seal and public value.
import { bytesOfHex } from '@maru/engine/draw/sha256.ts';
import { RoundResult } from '@maru/engine/wire/event.ts';
import { drawPowerBall, packDraw } from '@maru/engine/rounds/power-ball.ts';
import type { SiteConfig } from '@maru/kit/contract/site-config.ts';
import type { AppContext } from '@maru/kit/server/context.ts';
import type { Draws } from './draws.ts';
import { momentHashes } from './power-ball-moments.ts';
import { roundsService } from './rounds-service.ts';
import { roundId, roundTimes, type SiteOption } from './site-options.ts';

export interface DrawFacts {
  ordinal: number;
  /** 1 drawn, 3 void. */
  status: number;
  /** The engine's packed draw; null of a void round. */
  word: number | null;
  /** Null: not told with the row; they are worked out when asked for. */
  seal: string | null;
  seed: string | null;
  entropy: string | null;
  hasEvidence: boolean;
}

interface SettledRow extends Omit<DrawFacts, 'word'> {
  result: number | null;
  close: number | null;
}
const SETTLED = `SELECT r.ordinal, r.status, r.result, r.close, d.commit AS seal, d.seed, d.entropy, e.number IS NOT NULL AS "hasEvidence"
  FROM rounds_round r LEFT JOIN rounds_draw d USING (site_id, option, ordinal) LEFT JOIN rounds_evidence e USING (site_id, option, ordinal)
  WHERE r.site_id = $1 AND r.option = $2 AND r.ordinal BETWEEN $3 AND $4 AND r.status > 0`;

interface WorkedDraw {
  word: number;
  entropy: string;
}
type WorkedDraws = Map<number, WorkedDraw>;

/** Draws that were worked out once, by site and option: a day of minutes at most. */
const worked = new WeakMap<Draws, Map<string, WorkedDraws>>();
const KEPT = 3_000;
/** So many are worked out before others have their turn. */
const SLICE = 25;

/** Oldest first; of rounds that are over. What nothing is known of is left out. */
export async function drawsOf(context: AppContext, site: SiteConfig, option: SiteOption, from: number, to: number): Promise<DrawFacts[]> {
  const now = context.clock.now();
  const { rounds } = context.services.use(roundsService);
  const closeOf = (ordinal: number) => roundTimes(option, ordinal).betCloseAt;
  const [{ rows }, values] = await Promise.all([
    context.pool.query<SettledRow>(SETTLED, [site.id, option.option, from, to]),
    momentHashes(context, closeOf(from), closeOf(to)),
  ]);
  const settled = new Map(rows.map((row) => [row.ordinal, row]));
  const found: DrawFacts[] = [];
  for (let ordinal = from; ordinal <= to; ordinal++) {
    const row = settled.get(ordinal);
    const live = rounds.find(site.id, option.option, ordinal);
    const value = values.get(closeOf(ordinal));
    if (row !== undefined) found.push(ofSettled(row));
    else if (live !== undefined && live.status > 0) found.push(ofSettled({ ...live, seal: live.commit, seed: null, entropy: null }));
    // A round that had bets is the engine's alone, also when all of them were taken back: then it is void.
    else if (live === undefined && value !== undefined && roundTimes(option, ordinal).endAt <= now)
      found.push(value === null ? voidDraw(ordinal) : await workedOut(context, site, option, ordinal, value));
    if (found.length % SLICE === SLICE - 1) await new Promise((resume) => setImmediate(resume));
  }
  return found;
}

function ofSettled({ ordinal, status, result, close, seal, seed, entropy, hasEvidence }: SettledRow): DrawFacts {
  return { ordinal, status, word: result === RoundResult.Drawn ? close : null, seal, seed, entropy, hasEvidence };
}

/** Nobody bet, and no public value came in time. */
const voidDraw = (ordinal: number): DrawFacts => ({
  ordinal,
  status: 3,
  word: null,
  seal: null,
  seed: null,
  entropy: null,
  hasEvidence: false,
});

async function workedOut(context: AppContext, site: SiteConfig, option: SiteOption, ordinal: number, entropy: string): Promise<DrawFacts> {
  const { draws } = context.services.use(roundsService);
  const known = workedBy(draws, `${site.id}|${option.option}`);
  let draw = known.get(ordinal);
  if (draw === undefined || draw.entropy !== entropy) {
    const seed = await draws.openedSeed(site, option, ordinal);
    draw = { word: packDraw(drawPowerBall(seed, roundId(option, ordinal), bytesOfHex(entropy))), entropy };
    known.set(ordinal, draw);
    for (const [oldest] of known) {
      if (known.size <= KEPT) break;
      known.delete(oldest);
    }
  }
  return { ordinal, status: 1, word: draw.word, seal: null, seed: null, entropy, hasEvidence: false };
}

function workedBy(draws: Draws, key: string): WorkedDraws {
  const all = worked.get(draws) ?? new Map<string, WorkedDraws>();
  worked.set(draws, all);
  const known = all.get(key) ?? new Map<number, WorkedDraw>();
  all.set(key, known);
  return known;
}

/** With seal and seed, of a round that is over. */
export async function withSeed(context: AppContext, site: SiteConfig, option: SiteOption, facts: DrawFacts): Promise<DrawFacts> {
  const { draws } = context.services.use(roundsService);
  const seal = facts.seal || (await draws.sealOf(site, option, facts.ordinal));
  const seed = facts.seed ?? (facts.word === null ? null : (await draws.openedSeed(site, option, facts.ordinal)).toString('hex'));
  return { ...facts, seal, seed };
}
