// Proofs of liabilities on the desk: each beside what the chains held when it was made, what failed, and one more on demand.
import { formatDecimal } from '@maru/engine/money/decimal.ts';
import type { Session } from '@maru/kit/server/feature.ts';
import { handleOperator } from '@maru/kit/server/operator-call.ts';
import { inTransaction } from '@maru/kit/server/transaction.ts';
import { askLiabilities, type DeskLiability, type LiabilityFault, listDeskLiabilities } from '../../liabilities-admin-contract.ts';
import type { RunFigures } from '../reconcile/keep-run.ts';
import { provenCoins } from './proven-coins.ts';

const MOST = 100;

interface ProofRow {
  proofId: number;
  coin: string;
  number: number;
  at: number;
  askedBy: number | null;
  isSigned: boolean;
  seq: number;
  decimals: number;
  depth: number;
  sum: string;
  below: string;
  root: string;
  hash: string;
  chain: string | null;
  scale: number | null;
  chainAt: number | null;
  figures: RunFigures | null;
}

/** Of the asset that custody keeps, the first of those that count in the coin; `$3` and `$4` say which. */
const PROOFS = `SELECT p.proof_id::float8 AS "proofId", p.coin, p.number, p.at_ms::float8 AS at, p.asked_by::float8 AS "askedBy",
   p.signature IS NOT NULL AS "isSigned", p.seq::float8 AS seq, p.decimals, p.depth, p.sum::text AS sum, p.below::text AS below, p.root, p.hash,
   r.chain_amount::text AS chain, r.scale, r.at_ms::float8 AS "chainAt", r.figures
 FROM custody_liability p
 LEFT JOIN unnest($3::text[], $4::int[]) AS a(coin, asset) ON a.coin = p.coin
 LEFT JOIN LATERAL (SELECT chain_amount, scale, at_ms, figures FROM custody_run
   WHERE site_id = p.site_id AND asset = a.asset AND at_ms <= p.at_ms ORDER BY run_id DESC LIMIT 1) r ON true
 WHERE p.site_id = $1 AND ($2::text IS NULL OR p.coin = $2) ORDER BY p.proof_id DESC LIMIT ${MOST}`;

interface FaultRow {
  coin: string;
  fault: LiabilityFault;
  since: number;
  at: number;
  figures: Record<string, string | number>;
}

const isoOf = (ms: number) => new Date(ms).toISOString();

const listHandler = handleOperator(listDeskLiabilities, async ({ pool }, { site, query }) => {
  const coins = await provenCoins(pool, site);
  const [proofs, faults, asks] = await Promise.all([
    pool.query<ProofRow>(PROOFS, [site.id, query.coin || null, coins.map(({ coin }) => coin), coins.map(({ custody }) => custody)]),
    pool.query<FaultRow>(
      `SELECT coin, fault, since_ms::float8 AS since, at_ms::float8 AS at, figures FROM custody_liability_fault WHERE site_id = $1 ORDER BY coin`,
      [site.id],
    ),
    pool.query('SELECT 1 FROM custody_liability_ask WHERE site_id = $1', [site.id]),
  ]);
  return {
    data: {
      content: proofs.rows.map(present),
      faults: faults.rows.map((row) => ({ ...row, since: isoOf(row.since), at: isoOf(row.at) })),
      isAsked: asks.rows.length > 0,
    },
  };
});

function present({ at, askedBy, seq, decimals, depth, sum, below, chain, scale, chainAt, figures, ...row }: ProofRow): DeskLiability {
  const read = chain === null || scale === null || chainAt === null || figures === null ? undefined : { chain, scale, chainAt, figures };
  return {
    ...row,
    at: isoOf(at),
    isAsked: askedBy !== null,
    sequence: seq,
    leaves: 2 ** depth,
    sum: formatDecimal(BigInt(sum), decimals, true),
    below: formatDecimal(BigInt(below), decimals, true),
    chain: read === undefined ? null : formatDecimal(BigInt(read.chain), read.scale, true),
    paper: read === undefined ? null : formatDecimal(BigInt(read.figures.paper), read.scale, true),
    chainAt: read === undefined ? null : isoOf(read.chainAt),
  };
}

const askHandler = handleOperator(askLiabilities, async ({ pool, clock, jobs }, { site, session }, audit) => {
  const { member } = session as Session;
  await inTransaction(pool, async (client) => {
    await client.query(
      `INSERT INTO custody_liability_ask (site_id, asked_by, asked_ms) VALUES ($1, $2, $3)
       ON CONFLICT (site_id) DO UPDATE SET asked_by = excluded.asked_by, asked_ms = excluded.asked_ms`,
      [site.id, member, clock.now()],
    );
    await audit({ target: 'custody:liabilities' }, client);
  });
  jobs.hurry('custody.liabilities');
  return { data: { isAsked: true as const } };
});

export const deskLiabilityRoutes = [listHandler, askHandler];
