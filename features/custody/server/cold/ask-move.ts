// Asks a second person to take coins out of cold storage to the hot address: what both see is what the file says, by its hash.
import type { SiteConfig } from '@maru/kit/contract/site-config.ts';
import type { AppContext } from '@maru/kit/server/context.ts';
import { Refusal } from '@maru/kit/server/feature.ts';
import { handleOperator } from '@maru/kit/server/operator-call.ts';
import { inTransaction } from '@maru/kit/server/transaction.ts';
import { approvals, type ApprovedRequest, type LiveValues, operatorNames, type Writer } from '@maru/operator/contract.ts';
import { custodyProcesses } from '../../process-contract.ts';
import { askColdMove } from '../../cold-admin-contract.ts';
import { amountText, currencyAt } from '../coin-text.ts';
import { chainText, chainUnitsOf } from '../units.ts';
import { agreedHash } from './agreed-hash.ts';
import { COLD_RIGHT, tellCold } from './cold-address.ts';

const KIND = 'custody.cold.move';

interface Asked {
  coldId: number;
  walletType: string;
  /** In the chain's unit. */
  amount: string;
}

interface Found {
  chain: string;
  asset: number;
  contract: string | null;
  decimals: number;
  from: string;
  to: string | null;
  lies: string;
  isBusy: boolean;
}

const FOUND = `SELECT o.chain, c.asset, c.contract, c.chain_decimals AS decimals, o.address AS "from", h.address AS "to",
   coalesce((SELECT b.amount FROM custody_balance b WHERE b.chain = o.chain AND b.coin = c.wallet_type AND b.address = o.address), 0)::text AS lies,
   EXISTS (SELECT 1 FROM custody_sweep s WHERE s.site_id = o.site_id AND s.chain = o.chain AND s.kind = 'FROM_COLD' AND s.state = 'OPEN') AS "isBusy"
 FROM custody_cold o JOIN custody_coin c ON c.site_id = o.site_id AND c.chain = o.chain AND c.wallet_type = $3
 LEFT JOIN custody_hot h ON h.site_id = o.site_id AND h.chain = o.chain
 WHERE o.site_id = $1 AND o.cold_id = $2`;

async function find(sql: Writer, site: number, coldId: number, walletType: string): Promise<Found & { to: string }> {
  const { rows } = await sql.query(FOUND, [site, coldId, walletType]);
  const row = rows[0] as Found | undefined;
  if (row === undefined) throw new Refusal('NOT_FOUND');
  const { to, isBusy } = row;
  if (to === null) throw new Refusal('COIN_NOT_PAYING');
  if (isBusy) throw new Refusal('COLD_BUSY');
  return { ...row, to };
}

async function live(sql: Writer, site: number, { coldId, walletType, amount }: Asked): Promise<LiveValues> {
  const { chain, contract, decimals, from, to, lies } = await find(sql, site, coldId, walletType);
  if (BigInt(amount) > BigInt(lies)) throw new Refusal('COLD_TOO_MUCH', { most: chainText(BigInt(lies), decimals) });
  const contentHash = agreedHash({ site, chain, coin: walletType, contract, from, to, amount });
  return { before: { from, moved: '0' }, after: { walletType, from, to, moved: chainText(BigInt(amount), decimals), contentHash } };
}

const askHandler = handleOperator(askColdMove, async (context, call) => {
  const { site, body } = call;
  const { coldId, walletType, reason } = body;
  const requestId = await inTransaction(context.pool, async (client) => {
    const { asset, decimals, to } = await find(client, site.id, coldId, walletType);
    const amount = chainUnitsOf(body.amount, decimals);
    if (amount === undefined) throw new Refusal('BAD_PRECISION', { field: 'amount', decimals });
    if (amount === 0n) throw new Refusal('INVALID_FIELD', { field: 'amount' });
    const asked: Asked = { coldId, walletType, amount: String(amount) };
    const sum = amountText(chainText(amount, decimals), currencyAt(site, asset));
    return context.services.use(approvals).ask(call, client, {
      kind: KIND,
      site: site.id,
      target: `cold:${coldId}`,
      summary: { ko: `콜드 지갑에서 ${sum} 꺼내기 → ${to}`, en: `Take ${sum} out of cold storage to ${to}` },
      payload: asked,
      ...(await live(client, site.id, asked)),
      reason,
    });
  });
  throw new Refusal('APPROVAL_REQUIRED', { requestId });
});

export const coldMoveAsks = [askHandler];

export function registerColdMoves({ services }: AppContext): void {
  services.find(approvals)?.register<AppContext>({
    kind: KIND,
    name: { ko: '콜드 지갑에서 꺼내기', en: 'Coins out of cold storage' },
    right: COLD_RIGHT,
    live: (_context, sql, { site, payload }) => live(sql, site, payload as Asked),
    apply: (context, sql, request) => insertMove(context, sql, request),
    async after(context, { site }) {
      context.services.use(custodyProcesses).wake();
      tellCold(context, site);
    },
  });
}

async function insertMove(context: AppContext, sql: Writer, { site, payload, askedBy, decidedBy }: ApprovedRequest): Promise<void> {
  const asked = payload as Asked;
  const { coldId, walletType, amount } = asked;
  await live(sql, site, asked);
  const { chain, contract, from, to } = await find(sql, site, coldId, walletType);
  const persons = await context.services.use(operatorNames).of([askedBy, decidedBy], sql);
  const { rows } = await sql.query(
    `INSERT INTO custody_sweep (site_id, chain, kind, coin, place, address, target, amount, made_ms)
     VALUES ($1, $2, 'FROM_COLD', $3, NULL, $4, $5, $6, $7) RETURNING sweep_id::float8 AS id`,
    [site, chain, walletType, from, to, amount, context.clock.now()],
  );
  await sql.query('INSERT INTO custody_cold_move (sweep_id, cold_id, site_code, agreed_by, agreed_hash) VALUES ($1, $2, $3, $4, $5)', [
    (rows[0] as { id: number }).id,
    coldId,
    (context.sites.byId(site) as SiteConfig).code,
    [askedBy, decidedBy].map((id) => persons.get(id)?.username ?? String(id)),
    agreedHash({ site, chain, coin: walletType, contract, from, to, amount }),
  ]);
}
