// The member's own address of a coin: asked for once, made by the watcher, the same for ever; coins of one chain share it.
import { xAddressOf } from '@maru/chains/address/x-address.ts';
import type { AppContext } from '@maru/kit/server/context.ts';
import { type Call, handle, Refusal } from '@maru/kit/server/feature.ts';
import { inTransaction } from '@maru/kit/server/transaction.ts';
import { refuseOverDeposit } from '@maru/account/contract.ts';
import { refuseLeaving } from '@maru/member/contract.ts';
import { type DepositAddress, generateWallet } from '../contract.ts';
import { type CoinRow, coinsOfSite } from './coin-rows.ts';

interface AddressRow {
  address: string | null;
  memo: string | null;
}

/** How long a call waits for an address that is being made: it mostly takes less than a second. */
const MADE_WITHIN_MS = 3_000;
const LOOK_MS = 150;

export const generateWalletHandler = handle(generateWallet, async (context, call) => ({
  data: await generateFor(context, call, call.body.coinName),
}));

export async function generateFor(
  context: AppContext,
  { site, session }: Pick<Call, 'site' | 'session'>,
  name: string,
): Promise<DepositAddress> {
  if (session === undefined) throw new Refusal('LOGIN_REQUIRED');
  const coin = await coinOf(context, site, name);
  const { account, member } = session;
  // What is sent to it cannot be refused any more: whoever has brought in all that it allows itself a day is shown no address.
  await context.services.use(refuseOverDeposit)(site.id, member, 1);
  if ((await readAddress(context, site.id, coin.chain, account)) === undefined) await askAddress(context, site.id, coin.chain, account);
  return waitForAddress(context, site.id, account, coin);
}

export async function coinOf({ pool }: Pick<AppContext, 'pool'>, site: Parameters<typeof coinsOfSite>[1], name: string): Promise<CoinRow> {
  const coin = (await coinsOfSite(pool, site)).find(({ walletType }) => walletType === name);
  if (coin === undefined) throw new Refusal('COIN_NOT_TAKEN', { field: 'coinName' });
  return coin;
}

export async function readAddress(
  { pool }: Pick<AppContext, 'pool'>,
  site: number,
  chain: string,
  account: number,
): Promise<AddressRow | undefined> {
  const { rows } = await pool.query<AddressRow>(
    'SELECT address, memo FROM custody_address WHERE site_id = $1 AND chain = $2 AND account = $3',
    [site, chain, account],
  );
  return rows[0];
}

/** The next place below the site's key; of two calls at once one finds the other's. */
async function askAddress({ pool, clock, services }: AppContext, site: number, chain: string, account: number): Promise<void> {
  await inTransaction(pool, async (client) => {
    await services.use(refuseLeaving)(client, site, account);
    await client.query('SELECT pg_advisory_xact_lock(hashtext($1))', [`custody.address|${site}|${chain}`]);
    await client.query(
      `INSERT INTO custody_address (site_id, chain, place, account, asked_ms)
       SELECT $1, $2, coalesce(max(place) + 1, 0), $3, $4 FROM custody_address WHERE site_id = $1 AND chain = $2
       ON CONFLICT (site_id, chain, account) DO NOTHING`,
      [site, chain, account, clock.now()],
    );
  });
}

function xAddressFor(chain: string, row: AddressRow | undefined): string | null {
  if (chain !== 'XRP' || row?.address == null || row.memo === null) return null;
  return xAddressOf(row.address, Number(row.memo)) ?? null;
}

async function waitForAddress(context: AppContext, site: number, account: number, { walletType, chain }: CoinRow): Promise<DepositAddress> {
  const until = performance.now() + MADE_WITHIN_MS;
  for (;;) {
    const row = await readAddress(context, site, chain, account);
    if (row?.address != null || performance.now() > until)
      return { walletType, chain, address: row?.address ?? null, memo: row?.memo ?? null, xAddress: xAddressFor(chain, row) };
    await new Promise((done) => setTimeout(done, LOOK_MS));
  }
}
