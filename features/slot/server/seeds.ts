// Seeds of the slot: a member's n-th seed is an HMAC of the installation's sealed secret; its hash is shown before its first spin.
import { createHash, createHmac, randomBytes } from 'node:crypto';
import type { AppContext } from '@maru/kit/server/context.ts';
import { Refusal } from '@maru/kit/server/feature.ts';
import { openSecret, sealSecret } from '@maru/kit/server/seal.ts';
import type { SlotSeal } from '../contract.ts';

const BOUND = Buffer.from('slot-secret');
const secrets = new WeakMap<AppContext, Promise<Buffer>>();

export interface Player {
  site: number;
  account: number;
}
/** The seed in use. */
export interface SeedInUse {
  serial: number;
  clientSeed: string;
}

function secretOf(context: AppContext): Promise<Buffer> {
  let secret = secrets.get(context);
  if (secret === undefined) {
    secret = readSecret(context);
    secrets.set(context, secret);
    secret.catch(() => secrets.delete(context));
  }
  return secret;
}

// Two servers may start at once: whoever writes first has made it.
async function readSecret({ pool, config, log }: AppContext): Promise<Buffer> {
  const sealed = sealSecret(config.secrets.storageKey, randomBytes(32).toString('hex'), BOUND).toString('base64');
  await pool.query('INSERT INTO slot_secret (id, sealed) VALUES (1, $1) ON CONFLICT DO NOTHING', [sealed]);
  const { rows } = await pool.query<{ sealed: string }>('SELECT sealed FROM slot_secret');
  const opened = openSecret(config.secrets.storageKey, Buffer.from(rows[0].sealed, 'base64'), BOUND);
  if (opened !== undefined) return Buffer.from(opened, 'hex');
  log.error('the secret of the slot was sealed under another storage key: nothing is played until that key is brought back');
  throw new Refusal('SLOT_KEY_LOST');
}

/** Never leaves the server before the engine has shown it. */
export async function seedOf(context: AppContext, { site, account }: Player, serial: number): Promise<Buffer> {
  return createHmac('sha256', await secretOf(context))
    .update(`slot|${site}|${account}|${serial}`)
    .digest();
}

export async function sealOf(context: AppContext, player: Player, serial: number): Promise<string> {
  return createHash('sha256')
    .update(await seedOf(context, player, serial))
    .digest('hex');
}

/** A member's first seed comes about when it is asked for. */
export async function seedInUse(context: AppContext, player: Player): Promise<SeedInUse> {
  const found = await newestSeed(context, player);
  if (found !== undefined) return found;
  await keepSeed(context, player, 1, undefined);
  const made = await newestSeed(context, player);
  if (made === undefined) throw new Error(`no slot seed of account ${player.account}`);
  return made;
}

async function newestSeed({ pool }: AppContext, { site, account }: Player): Promise<SeedInUse | undefined> {
  const { rows } = await pool.query<SeedInUse>(
    'SELECT serial, client_seed AS "clientSeed" FROM slot_seed WHERE site_id = $1 AND account = $2 ORDER BY serial DESC LIMIT 1',
    [site, account],
  );
  return rows[0];
}

/** Of two at once the first stands. */
export async function keepSeed({ pool }: AppContext, { site, account }: Player, serial: number, clientSeed?: string): Promise<void> {
  await pool.query('INSERT INTO slot_seed (site_id, account, serial, client_seed) VALUES ($1, $2, $3, $4) ON CONFLICT DO NOTHING', [
    site,
    account,
    serial,
    clientSeed ?? randomBytes(8).toString('hex'),
  ]);
}

export async function clientSeedOf({ pool }: AppContext, { site, account }: Player, serial: number): Promise<string> {
  const { rows } = await pool.query<{ clientSeed: string }>(
    'SELECT client_seed AS "clientSeed" FROM slot_seed WHERE site_id = $1 AND account = $2 AND serial = $3',
    [site, account, serial],
  );
  if (rows[0] === undefined) throw new Error(`no client seed ${serial} of account ${account}`);
  return rows[0].clientSeed;
}

export async function presentSeal(context: AppContext, player: Player, { serial, clientSeed }: SeedInUse): Promise<SlotSeal> {
  return { serial, seal: await sealOf(context, player, serial), clientSeed };
}
