// How custody stands for a site: each chain as it was read, who reads and signs, and which payouts are under way.
import { formatDecimal } from '@maru/engine/money/decimal.ts';
import type { SiteConfig } from '@maru/kit/contract/site-config.ts';
import type { AppContext } from '@maru/kit/server/context.ts';
import { type SeenJob, seenJobs } from '@maru/kit/server/lease.ts';
import { handleOperator } from '@maru/kit/server/operator-call.ts';
import { assetAt } from '@maru/wallet/admin-contract.ts';
import { currencyAt } from '../coin-text.ts';
import { isoOrNull } from '../times.ts';
import { type CustodyChain, type PayoutUnderWay, type ProcessSeen, readCustodyState } from '../../custody-admin-contract.ts';
import { WAITS_FOR } from '../withdrawals/present-withdrawal.ts';

const AWAY_MS = 60_000;
const SIGNER = 'custody.sign';
const watcherOf = (chain: string) => `custody.watch.${chain}`;

export const readCustodyStateHandler = handleOperator(readCustodyState, async (context, { site }) => {
  const chains = await readChains(context, site.id);
  const seen = await seenJobs(context.pool, [SIGNER, ...chains.map(({ chain }) => watcherOf(chain))]);
  const now = context.clock.now();
  return {
    data: {
      chains: chains.map((row) => presentChain(row, seen, now)),
      signer: processSeen(seen.get(SIGNER)),
      payouts: await payoutsUnderWay(context, site),
    },
  };
});

interface ChainRow {
  chain: string;
  height: number | null;
  readHeight: number | null;
  seen: number | null;
  fault: string | null;
  faultSince: number | null;
  isHalted: boolean;
  hotAddress: string | null;
  addresses: number;
}

/** Those that the site has coins on. */
async function readChains({ pool }: AppContext, site: number): Promise<ChainRow[]> {
  const { rows } = await pool.query<ChainRow>(
    `SELECT c.chain, h.tip_height::float8 AS height, h.scanned_height::float8 AS "readHeight", h.seen_ms::float8 AS seen, h.fault,
       h.fault_since_ms::float8 AS "faultSince", h.halted_ms IS NOT NULL AS "isHalted", o.address AS "hotAddress",
       (SELECT count(*)::int FROM custody_address a WHERE a.site_id = $1 AND a.chain = c.chain AND a.address IS NOT NULL) AS addresses
     FROM (SELECT DISTINCT chain FROM custody_coin WHERE site_id = $1) c
     LEFT JOIN custody_head h ON h.chain = c.chain
     LEFT JOIN custody_hot o ON o.chain = c.chain AND o.site_id = $1 ORDER BY c.chain`,
    [site],
  );
  return rows;
}

function presentChain(row: ChainRow, seen: ReadonlyMap<string, SeenJob>, now: number): CustodyChain {
  const { chain, height, readHeight, fault, faultSince, hotAddress, addresses } = row;
  const isAway = row.seen !== null && (now - row.seen > AWAY_MS || (faultSince !== null && now - faultSince > AWAY_MS));
  return {
    chain,
    state: row.seen === null ? 'STARTING' : row.isHalted ? 'HALTED' : isAway ? 'AWAY' : 'OPEN',
    height,
    readHeight,
    fault,
    hotAddress,
    addresses,
    readAt: isoOrNull(row.seen),
    faultSince: isoOrNull(faultSince),
    watcher: processSeen(seen.get(watcherOf(chain))),
  };
}

const processSeen = (job: SeenJob | undefined): ProcessSeen => ({ isAlive: job?.isAlive ?? false, seenAt: isoOrNull(job?.seenMs ?? null) });

interface PayoutRow {
  withdrawalId: number;
  walletType: string;
  asset: number;
  amount: number;
  state: 'APPROVED' | 'SIGNED' | 'SENT';
  isPrepared: boolean;
  changed: number;
  waits: string | null;
  waitsFor: 'STOP' | 'SHORT' | 'OTHERS' | null;
  txHash: string | null;
  confirmations: number;
  settledAfter: number;
}

async function payoutsUnderWay({ pool }: AppContext, site: SiteConfig): Promise<PayoutUnderWay[]> {
  const { rows } = await pool.query<PayoutRow>(
    `SELECT w.withdrawal_id::float8 AS "withdrawalId", w.wallet_type AS "walletType", w.asset, w.amount::float8 AS amount, w.state,
       EXISTS (SELECT 1 FROM custody_payout p WHERE p.withdrawal_id = w.withdrawal_id AND p.state = 'PREPARED') AS "isPrepared",
       w.changed_ms::float8 AS changed, w.waits, ${WAITS_FOR} AS "waitsFor", o.hash AS "txHash",
       coalesce(greatest(0, h.scanned_height - o.mined_height + 1), 0)::int AS confirmations, c.out_settled_after AS "settledAfter"
     FROM custody_withdrawal w
     JOIN custody_coin c ON c.site_id = w.site_id AND c.wallet_type = w.wallet_type
     LEFT JOIN custody_head h ON h.chain = w.chain
     LEFT JOIN LATERAL (SELECT p.hash, p.mined_height FROM custody_payout p WHERE p.withdrawal_id = w.withdrawal_id AND p.hash IS NOT NULL
       ORDER BY p.mined_height NULLS LAST, p.payout_id DESC LIMIT 1) o ON true
     WHERE w.site_id = $1 AND w.state IN ('APPROVED', 'SIGNED', 'SENT') AND w.payee IS NULL ORDER BY w.withdrawal_id LIMIT 100`,
    [site.id],
  );
  return rows.map(({ asset, amount, isPrepared, changed, state, ...row }) => {
    const known = assetAt(site, asset);
    return {
      ...row,
      state: state === 'APPROVED' && isPrepared ? 'PREPARED' : state,
      currency: currencyAt(site, asset),
      arrives: formatDecimal(amount, known?.decimals ?? 0, true),
      since: new Date(changed).toISOString(),
    };
  });
}
