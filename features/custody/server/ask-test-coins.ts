// Coins of the demo's own chain, sent to the member's address by the watcher; never outside of a demo.
import { refuseOverDeposit } from '@maru/account/contract.ts';
import { handle, Refusal } from '@maru/kit/server/feature.ts';
import { inTransaction } from '@maru/kit/server/transaction.ts';
import { assetAt, currencyOfAsset } from '@maru/wallet/admin-contract.ts';
import { askTestCoins } from '../contract.ts';
import { chainText } from './units.ts';
import { coinOf, readAddress } from './wallet-address.ts';
import { usdtValue } from './withdrawals/usdt-value.ts';

/** Of each coin, in whole coins: enough to try everything with. */
const GIVEN: Readonly<Record<string, bigint>> = {
  ETH: 1n,
  ETH_USDT: 3_000n,
  TRON: 5_000n,
  TRON_USDT: 3_000n,
  DOGE: 10_000n,
  XRP: 1_000n,
  EOS: 2_000n,
};
/** Of BTC a twentieth. */
const BTC_GIVEN = 5_000_000n;
const EVERY_MS = 20_000;

export const askTestCoinsHandler = handle(askTestCoins, async (context, { site, session, body }) => {
  if (session === undefined) throw new Refusal('LOGIN_REQUIRED');
  if (!context.config.demo) throw new Refusal('NO_TEST_COINS');
  const coin = await coinOf(context, site, body.coinName);
  const { account, member } = session;
  const found = await readAddress(context, site.id, coin.chain, account);
  if (found?.address == null) throw new Refusal('ADDRESS_NOT_MADE');
  const amount = coin.walletType === 'BTC' ? BTC_GIVEN : (GIVEN[coin.walletType] ?? 0n) * 10n ** BigInt(coin.decimals);
  const asset = assetAt(site, coin.asset);
  const units = asset === undefined ? 0n : (amount * 10n ** BigInt(asset.decimals)) / 10n ** BigInt(coin.decimals);
  await context.services.use(refuseOverDeposit)(site.id, member, (await usdtValue(context, site, coin.asset, Number(units))) ?? 1);
  const now = context.clock.now();
  await inTransaction(context.pool, async (client) => {
    await client.query('SELECT pg_advisory_xact_lock(hashtext($1))', [`custody.testCoins|${site.id}|${account}`]);
    const { rows } = await client.query<{ asked: number }>(
      'SELECT asked_ms::float8 AS asked FROM custody_test_coin WHERE site_id = $1 AND account = $2 ORDER BY asked_ms DESC LIMIT 1',
      [site.id, account],
    );
    const wait = rows.length === 0 ? 0 : rows[0].asked + EVERY_MS - now;
    if (wait > 0) throw new Refusal('TEST_COINS_WAIT', { seconds: String(Math.ceil(wait / 1000)) });
    await client.query(
      `INSERT INTO custody_test_coin (site_id, account, chain, coin, address, memo, amount, asked_ms) VALUES ($1, $2, $3, $4, $5, $6, $7, $8)`,
      [site.id, account, coin.chain, coin.walletType, found.address, found.memo, String(amount), now],
    );
  });
  return { data: { point: chainText(amount, coin.decimals), currency: asset === undefined ? coin.walletType : currencyOfAsset(asset) } };
});
