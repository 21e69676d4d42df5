// Looks at what was brought back signed from cold storage: taken where it is exactly what two persons agreed to, with bytes and hash stored at once.
import type { Signed, Unsigned } from '@maru/chains/chain.ts';
import { type ColdOrder, insistPays, readOrder, readSigned } from '@maru/chains/cold-order.ts';
import { fencedQuery, inTransaction } from '@maru/kit/server/transaction.ts';
import { agreedHash } from '../cold/agreed-hash.ts';
import type { PayoutParts } from './payout-chain.ts';
import type { ColdChain } from './watched-chain.ts';

interface Brought {
  id: number;
  payout: number;
  site: number;
  coin: string;
  contract: string | null;
  from: string;
  to: string;
  amount: string;
  agreed: string;
  orderText: string;
  orderHash: string;
  signed: string;
  unsigned: string;
}

const BROUGHT = `SELECT s.sweep_id::float8 AS id, p.payout_id::float8 AS payout, s.site_id AS site, s.coin, c.contract, s.address AS "from", s.target AS "to",
   s.amount::text AS amount, m.agreed_hash AS agreed, m.order_text AS "orderText", m.order_hash AS "orderHash", m.signed, p.unsigned
 FROM custody_cold_move m JOIN custody_sweep s ON s.sweep_id = m.sweep_id AND s.state = 'OPEN'
 JOIN custody_payout p ON p.sweep_id = s.sweep_id AND p.state = 'PREPARED'
 JOIN custody_coin c ON c.site_id = s.site_id AND c.wallet_type = s.coin
 WHERE s.chain = $1 AND m.signed IS NOT NULL
   AND NOT EXISTS (SELECT 1 FROM custody_stop o WHERE o.site_id = s.site_id AND o.asset = c.asset AND o.lifted_ms IS NULL)
 ORDER BY s.sweep_id`;

export async function takeSigned(parts: PayoutParts, cold: ColdChain): Promise<number> {
  const { pool, now } = parts;
  const { rows } = await pool.query<Brought>(BROUGHT, [parts.chain]);
  let taken = 0;
  for (const row of rows) {
    let signed: Signed;
    try {
      signed = checked(parts.chain, row, cold);
    } catch (error) {
      const why = String(error instanceof Error ? error.message : error);
      await fencedQuery(pool, 'UPDATE custody_cold_move SET refused = $2, signed = NULL WHERE sweep_id = $1', [row.id, why.slice(0, 300)]);
      continue;
    }
    const { raw, hash } = signed;
    await inTransaction(pool, async (client) => {
      await client.query(
        `UPDATE custody_payout SET state = 'SIGNED', raw = $2, hash = $3, signed_ms = $4 WHERE payout_id = $1 AND state = 'PREPARED'`,
        [row.payout, raw, hash, now()],
      );
      await client.query('UPDATE custody_cold_move SET refused = NULL, signed = NULL WHERE sweep_id = $1', [row.id]);
    });
    taken++;
  }
  return taken;
}

const insist = (isTrue: boolean, why: string) => {
  if (!isTrue) throw new Error(why);
};

/** From our own rows alone: of the file only the signature counts. */
function checked(chain: string, row: Brought, { network, signing }: ColdChain): Signed {
  const { site, coin, contract, from, to, amount, agreed, orderHash } = row;
  const brought = readSigned(row.signed);
  const { order, hash } = readOrder(row.orderText);
  insist(hash === orderHash && brought.order === hash, 'it was signed for another file');
  insist(agreedHash({ site, chain, coin, contract, from, to, amount }) === agreed, 'it is not what two persons agreed to');
  insist(isOf(order, { coin, from, to, amount, chain, network }), 'the file is not what two persons agreed to');
  const unsigned = JSON.parse(row.unsigned) as Unsigned;
  insist(unsigned.body === order.body, 'the file has other bytes than were prepared');
  insistPays(order, signing.decode(unsigned));
  const signed = signing.verify(unsigned, brought.raw);
  insist(signed.hash === brought.txHash, 'it names another transaction');
  return signed;
}

interface Own {
  chain: string;
  network: string;
  coin: string;
  from: string;
  to: string;
  amount: string;
}

const isOf = (order: ColdOrder, { chain, network, coin, from, to, amount }: Own): boolean =>
  order.chain === chain &&
  order.network === network &&
  order.coin.code === coin &&
  order.from === from &&
  order.to === to &&
  order.amount === amount;
