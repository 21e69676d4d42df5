// Seeds of draws: one sealed secret a day, its hash public before the day; every round's seed derives from it (rules 12.2).
import { createHash, createHmac, randomBytes } from 'node:crypto';
import { CommandKind } from '@maru/engine/command.ts';
import { wordsOfBytes } from '@maru/engine/draw/sha256.ts';
import type { SiteConfig } from '@maru/kit/contract/site-config.ts';
import type { AppContext } from '@maru/kit/server/context.ts';
import { openSecret, sealSecret } from '@maru/kit/server/seal.ts';
import { entropyText, type TickEntropy } from '../evidence.ts';
import { roundRecord, sendForHouse } from './send.ts';
import { roundTimes, type SiteOption } from './site-options.ts';

const DAY_MS = 86_400_000;
/** Public entropy is the first trades of this market after the cut-off. */
export const ENTROPY_SYMBOL = 'BINANCE:BTCUSDT';

const dayOf = (ms: number): string => new Date(ms).toISOString().slice(0, 10);

export class Draws {
  readonly #context: AppContext;
  readonly #days = new Map<string, Promise<Buffer>>();
  /** Rounds whose seed's hash the engine has. */
  readonly #committed = new Map<string, Promise<void>>();

  constructor(context: AppContext) {
    this.#context = context;
  }

  /** The seed of a round: HMAC of its day's secret. Never leaves before the cut-off. */
  async #seedOf(site: SiteConfig, option: SiteOption, ordinal: number): Promise<Buffer> {
    const secret = await this.#secretOf(dayOf(roundTimes(option, ordinal).startAt));
    return createHmac('sha256', secret).update(`round|${site.id}|${option.option}|${ordinal}`).digest();
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
    const hash = wordsOfBytes(Buffer.from(await this.sealOf(site, option, ordinal), 'hex'));
    const record = roundRecord(-1, -1, { kind: CommandKind.CommitDraw, option: option.option, ordinal, hash });
    // Too late or done before: the bet itself is told what is wrong.
    await sendForHouse(this.#context, site.id, record);
  }

  /** The draw of a round whose entropy is known; answers the engine's refusal, if any. */
  async reveal(site: SiteConfig, option: SiteOption, ordinal: number, entropyOf: TickEntropy): Promise<string | undefined> {
    const entropy = createHash('sha256').update(entropyText(entropyOf)).digest();
    const seed = await this.#seedOf(site, option, ordinal);
    const words = { seed: wordsOfBytes(seed), entropy: wordsOfBytes(entropy) };
    return sendForHouse(
      this.#context,
      site.id,
      roundRecord(-1, -1, { kind: CommandKind.RevealDraw, option: option.option, ordinal, ...words }),
    );
  }

  #secretOf(day: string): Promise<Buffer> {
    let secret = this.#days.get(day);
    if (secret === undefined) {
      secret = this.#readSecret(day);
      this.#days.set(day, secret);
      secret.catch(() => this.#days.delete(day));
    }
    return secret;
  }

  // Two servers may begin the same day: whoever writes first has made it.
  async #readSecret(day: string): Promise<Buffer> {
    const { pool, config } = this.#context;
    const bound = Buffer.from(`rounds-day-seed|${day}`);
    const fresh = randomBytes(32);
    const sealed = sealSecret(config.secrets.storageKey, fresh.toString('hex'), bound).toString('base64');
    await pool.query('INSERT INTO rounds_day_seed (day, sealed, seal) VALUES ($1, $2, $3) ON CONFLICT DO NOTHING', [
      day,
      sealed,
      createHash('sha256').update(fresh).digest('hex'),
    ]);
    const { rows } = await pool.query<{ sealed: string }>('SELECT sealed FROM rounds_day_seed WHERE day = $1', [day]);
    const opened = openSecret(config.secrets.storageKey, Buffer.from(rows[0].sealed, 'base64'), bound);
    if (opened === undefined) throw new Error(`the seed of ${day} was sealed under another storage key`);
    return Buffer.from(opened, 'hex');
  }

  /** Makes the seeds of today and tomorrow, so that their hashes are public before their day. */
  async prepare(now: number): Promise<void> {
    await this.#secretOf(dayOf(now));
    await this.#secretOf(dayOf(now + DAY_MS));
    for (const day of this.#days.keys()) if (Date.parse(day) < now - 3 * DAY_MS) this.#days.delete(day);
  }
}
