// Seeds of draws: one sealed secret a day, its hash public before the day; every round's seed derives from it (rules 12.2).
import { DAY_MS, utcDayText } from '@maru/kit/contract/calendar.ts';
import { createHash, createHmac, randomBytes } from 'node:crypto';
import { CommandKind, encodeFields } from '@maru/engine/wire/command.ts';
import { wordsOfBytes } from '@maru/engine/draw/sha256.ts';
import type { SiteConfig } from '@maru/kit/contract/site-config.ts';
import type { AppContext } from '@maru/kit/server/context.ts';
import { Refusal } from '@maru/kit/server/feature.ts';
import { openSecret, sealSecret } from '@maru/kit/server/seal.ts';
import type { PoolClient } from 'pg';
import { type Entropy, entropyHash } from '../evidence.ts';
import { DAY_TOLD_AFTER_MS, DAYS_SEALED_AHEAD, seedTextOf } from '../evidence-day.ts';
import type { PublicValues } from './public-values.ts';
import { sendForHouse } from './send.ts';
import { roundTimes, type SiteOption } from './site-options.ts';

/** The pool, or the connection of a transaction around the caller, which asks for no second one. */
type Reader = AppContext['pool'] | PoolClient;

/** All draws of the day are over. */
const isTold = (day: string, now: number): boolean => now >= Date.parse(day) + DAY_MS + DAY_TOLD_AFTER_MS;
const isLost = (error: unknown): boolean => error instanceof Refusal;
function unlessLost(error: unknown): undefined {
  if (!isLost(error)) throw error;
}

export class Draws {
  readonly #context: AppContext;
  readonly #values: PublicValues;
  readonly #days = new Map<string, Promise<Buffer>>();
  /** Rounds whose seed's hash the engine has. */
  readonly #committed = new Map<string, Promise<void>>();

  constructor(context: AppContext, values: PublicValues) {
    this.#context = context;
    this.#values = values;
  }

  /** The seed of a round: HMAC of its day's secret. Never leaves before the cut-off. */
  async #seedOf(site: SiteConfig, option: SiteOption, ordinal: number): Promise<Buffer> {
    const secret = await this.#secretOf(utcDayText(roundTimes(option, ordinal).startAt));
    return createHmac('sha256', secret)
      .update(seedTextOf(site.id, option.option, ordinal))
      .digest();
  }

  /** The seed of a round that is over: until then it is nobody's. */
  async openedSeed(site: SiteConfig, option: SiteOption, ordinal: number): Promise<Buffer> {
    if (this.#context.clock.now() < roundTimes(option, ordinal).endAt) throw new Error('a seed is opened after its draw only');
    return this.#seedOf(site, option, ordinal);
  }

  /** SHA-256 of the round's seed, public from the start. */
  async sealOf(site: SiteConfig, option: SiteOption, ordinal: number): Promise<string> {
    return createHash('sha256')
      .update(await this.#seedOf(site, option, ordinal))
      .digest('hex');
  }

  /** Hands the hash to the engine before the round's first bet; once. */
  commit(site: SiteConfig, option: SiteOption, ordinal: number): Promise<void> {
    const key = `${site.id}|${option.option}|${ordinal}`;
    let done = this.#committed.get(key);
    if (done === undefined) {
      done = this.#commitNow(site, option, ordinal);
      this.#committed.set(key, done);
      done.catch(() => this.#committed.delete(key));
      if (this.#committed.size > 10_000) this.#committed.clear();
    }
    return done;
  }

  async #commitNow(site: SiteConfig, option: SiteOption, ordinal: number): Promise<void> {
    // What it will be drawn with is fixed as well.
    await this.#values.fix(site, { option: option.option, ordinal });
    const hash = wordsOfBytes(Buffer.from(await this.sealOf(site, option, ordinal), 'hex'));
    const record = encodeFields(-1, -1, { kind: CommandKind.CommitDraw, option: option.option, ordinal, hash });
    // Too late or done before: the bet itself is told what is wrong.
    await sendForHouse(this.#context, site.id, record);
  }

  /** The draw of a round whose entropy is known; answers the engine's refusal, if any. */
  async reveal(site: SiteConfig, option: SiteOption, ordinal: number, entropyOf: Entropy): Promise<string | undefined> {
    const entropy = Buffer.from(entropyHash(entropyOf), 'hex');
    const seed = await this.#seedOf(site, option, ordinal);
    const words = { seed: wordsOfBytes(seed), entropy: wordsOfBytes(entropy) };
    return sendForHouse(
      this.#context,
      site.id,
      encodeFields(-1, -1, { kind: CommandKind.RevealDraw, option: option.option, ordinal, ...words }),
    );
  }

  #secretOf(day: string, sql: Reader = this.#context.pool): Promise<Buffer> {
    let secret = this.#days.get(day);
    if (secret === undefined) {
      secret = this.#readSecret(day, sql);
      this.#days.set(day, secret);
      secret.catch((error: unknown) => isLost(error) || this.#days.delete(day));
    }
    return secret;
  }

  async #readSecret(day: string, sql: Reader): Promise<Buffer> {
    const { config, clock } = this.#context;
    const bound = Buffer.from(`rounds-day-seed|${day}`);
    if (!isTold(day, clock.now())) await this.#makeSecret(day, bound);
    const { rows } = await sql.query<{ sealed: string }>('SELECT sealed FROM rounds_day_seed WHERE day = $1', [day]);
    // A day that had none gets none afterwards: its seal was public to nobody.
    if (rows[0] === undefined) throw new Refusal('ROUND_UNKNOWN', { field: 'tradeRoundId' });
    const opened = openSecret(config.secrets.storageKey, Buffer.from(rows[0].sealed, 'base64'), bound);
    if (opened !== undefined) return Buffer.from(opened, 'hex');
    // A place restored without its key. Its hash is public, so no other seed may take its place: that day's draws wait, and void.
    this.#context.log.error({ day }, 'the seed of a day was sealed under another storage key: its draws take no bets');
    throw new Refusal('DRAW_NOT_COMMITTED', { field: 'tradeRoundId' });
  }

  // Two servers may begin the same day: whoever writes first has made it.
  async #makeSecret(day: string, bound: Buffer): Promise<void> {
    const { pool, config } = this.#context;
    const fresh = randomBytes(32);
    const sealed = sealSecret(config.secrets.storageKey, fresh.toString('hex'), bound).toString('base64');
    await pool.query('INSERT INTO rounds_day_seed (day, sealed, seal) VALUES ($1, $2, $3) ON CONFLICT DO NOTHING', [
      day,
      sealed,
      createHash('sha256').update(fresh).digest('hex'),
    ]);
  }

  /** Hashes of days' seeds, as far as they are made. */
  async seals(days: readonly string[], sql: Reader = this.#context.pool): Promise<{ date: string; seal: string }[]> {
    const { rows } = await sql.query<{ date: string; seal: string }>(
      `SELECT to_char(day, 'YYYY-MM-DD') AS date, seal FROM rounds_day_seed WHERE day = ANY($1::date[]) ORDER BY day`,
      [days],
    );
    return rows;
  }

  /** The seed that a day's draws came from, when all of them are over; null before, and where there was none. */
  async openedDay(day: string, sql: Reader = this.#context.pool): Promise<{ seal: string; seed: string } | null> {
    if (!isTold(day, this.#context.clock.now())) return null;
    const [sealed] = await this.seals([day], sql);
    if (sealed === undefined) return null;
    const seed = await this.#secretOf(day, sql).catch(unlessLost);
    return seed === undefined ? null : { seal: sealed.seal, seed: seed.toString('hex') };
  }

  /** Makes the seeds of today and of days ahead, so that their hashes are public before their day. */
  async prepare(now: number): Promise<void> {
    for (let ahead = 0; ahead <= DAYS_SEALED_AHEAD; ahead++) await this.#secretOf(utcDayText(now + ahead * DAY_MS)).catch(unlessLost);
    for (const day of this.#days.keys()) if (Date.parse(day) < now - 3 * DAY_MS) this.#days.delete(day);
  }
}
