// A member claims a payment: what it says is kept as it was said. No arrival is looked up here, so the answer cannot tell whether there is one.
import type { ChainName } from '@maru/chains/chain.ts';
import { DAY_MS } from '@maru/kit/contract/calendar.ts';
import type { Out } from '@maru/kit/contract/route.ts';
import { handle, Refusal, type Session } from '@maru/kit/server/feature.ts';
import { inTransaction } from '@maru/kit/server/transaction.ts';
import { refuseLeaving } from '@maru/member/contract.ts';
import { desk } from '@maru/operator/contract.ts';
import type { PoolClient } from 'pg';
import { askDepositClaim, MOST_DAY_CLAIMS, MOST_OPEN_CLAIMS } from '../../deposit-claim-contract.ts';
import { type CoinRow, coinsOfSite, hasMemo } from '../coin-rows.ts';
import { currencyAt } from '../coin-text.ts';
import { chainText, chainUnitsOf } from '../units.ts';
import { lockMember } from '../withdrawals/lock-member.ts';
import { type DepositClaimRow, noteClaimStep, presentClaim, readClaim } from './claim-rows.ts';

export const DEPOSIT_CLAIMS = 'deposit-claim';

/** As its chain writes it, so that it is found whichever letters were typed. */
const hashOn = (chain: ChainName, hash: string) => (chain === 'XRP' ? hash.toUpperCase() : hash.toLowerCase());

interface Wanted {
  coin: CoinRow;
  hash: string;
  amount: bigint;
  sender: string | null;
  evidence: string | null;
  now: number;
}

export const askDepositClaimHandler = handle(askDepositClaim, async ({ pool, clock, services }, { site, session, body }) => {
  if (session === undefined) throw new Refusal('LOGIN_REQUIRED');
  const coin = (await coinsOfSite(pool, site)).find(({ walletType, chain }) => walletType === body.walletType && hasMemo(chain));
  if (coin === undefined) throw new Refusal('DEPOSIT_CLAIM_COIN');
  const amount = amountOf(coin, body.point);
  if (amount < BigInt(coin.least)) {
    const least = { least: chainText(BigInt(coin.least), coin.decimals), currency: currencyAt(site, coin.asset) };
    throw new Refusal('DEPOSIT_CLAIM_LEAST', least);
  }
  const wanted = { coin, hash: hashOn(coin.chain, body.txHash), amount, ...saidOf(body), now: clock.now() };
  const id = await inTransaction(pool, async (client) => {
    await lockMember(client, session);
    await services.use(refuseLeaving)(client, session.site, session.account);
    return (await sameOpen(client, session, wanted)) ?? (await insertClaim(client, session, wanted));
  });
  services.find(desk)?.tell(site.id, { type: 'WAITING', kind: DEPOSIT_CLAIMS });
  return { data: presentClaim(site, (await readClaim(pool, site.id, id)) as DepositClaimRow) };
});

const textOrNull = (text: string | undefined) => (text === undefined || text === '' ? null : text);
const saidOf = ({ sender, evidence }: Out<typeof askDepositClaim.body>) => ({
  sender: textOrNull(sender),
  evidence: textOrNull(evidence),
});

function amountOf({ decimals }: CoinRow, point: string): bigint {
  const amount = chainUnitsOf(point, decimals);
  if (amount === undefined) throw new Refusal('BAD_PRECISION', { field: 'point' });
  return amount;
}

/** The same once more is the first one; the same payment told otherwise waits until that is over. */
async function sameOpen(client: PoolClient, { site, account }: Session, { coin, hash, amount }: Wanted): Promise<number | undefined> {
  const { rows } = await client.query<{ id: number; amount: string }>(
    `SELECT claim_id::float8 AS id, amount::text AS amount FROM custody_deposit_claim
     WHERE site_id = $1 AND account = $2 AND chain = $3 AND tx_hash = $4 AND state IN ('REQUESTED', 'IN_REVIEW')`,
    [site, account, coin.chain, hash],
  );
  if (rows.length > 0 && rows[0].amount !== String(amount)) throw new Refusal('DEPOSIT_CLAIM_OPEN');
  return rows.at(0)?.id;
}

async function insertClaim(client: PoolClient, { site, account }: Session, wanted: Wanted): Promise<number> {
  const { coin, hash, amount, sender, evidence, now } = wanted;
  const { rows: counted } = await client.query<{ open: number; day: number }>(
    `SELECT count(*) FILTER (WHERE state IN ('REQUESTED', 'IN_REVIEW'))::int AS open, count(*) FILTER (WHERE asked_ms > $3)::int AS day
     FROM custody_deposit_claim WHERE site_id = $1 AND account = $2`,
    [site, account, now - DAY_MS],
  );
  const [{ open, day }] = counted;
  if (open >= MOST_OPEN_CLAIMS || day >= MOST_DAY_CLAIMS)
    throw new Refusal('DEPOSIT_CLAIM_MANY', { open: MOST_OPEN_CLAIMS, day: MOST_DAY_CLAIMS });
  const { rows } = await client.query<{ id: number }>(
    `INSERT INTO custody_deposit_claim (site_id, account, wallet_type, asset, chain, tx_hash, amount, sender, evidence, state, asked_ms, changed_ms)
     VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, 'REQUESTED', $10, $10) RETURNING claim_id::float8 AS id`,
    [site, account, coin.walletType, coin.asset, coin.chain, hash, String(amount), sender, evidence, now],
  );
  await noteClaimStep(client, rows[0].id, 'REQUESTED', now);
  return rows[0].id;
}
