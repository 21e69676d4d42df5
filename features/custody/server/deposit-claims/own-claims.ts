// A member's own deposit claims: listed, taken back while nobody works on them, in the file of what is kept of it, and in its way while it leaves.
import type { AppContext } from '@maru/kit/server/context.ts';
import { handle, Refusal } from '@maru/kit/server/feature.ts';
import { inTransaction } from '@maru/kit/server/transaction.ts';
import { leavingParts, type MemberData, memberData } from '@maru/member/contract.ts';
import { desk } from '@maru/operator/contract.ts';
import { cancelDepositClaim, listDepositClaims } from '../../deposit-claim-contract.ts';
import { DEPOSIT_CLAIMS } from './ask-claim.ts';
import { CLAIM_COLUMNS, CLAIM_FROM, type DepositClaimRow, moveClaim, presentClaim, readClaim } from './claim-rows.ts';

const PAGE = 20;
const MAX_PAGE = 100;

export const listDepositClaimsHandler = handle(listDepositClaims, async ({ pool }, { site, session, query }) => {
  if (session === undefined) throw new Refusal('LOGIN_REQUIRED');
  const { page = 0, size = PAGE } = query;
  const limit = Math.min(size, MAX_PAGE);
  const own = [site.id, session.account];
  const [{ rows }, { rows: counted }] = await Promise.all([
    pool.query<DepositClaimRow>(`SELECT ${CLAIM_COLUMNS} ${CLAIM_FROM} AND q.account = $2 ORDER BY q.claim_id DESC LIMIT $3 OFFSET $4`, [
      ...own,
      limit,
      page * limit,
    ]),
    pool.query<{ total: number }>(`SELECT count(*)::int AS total ${CLAIM_FROM} AND q.account = $2`, own),
  ]);
  const content = rows.map((row) => presentClaim(site, row));
  return { data: { content, page, size: limit, totalElements: counted[0]?.total ?? 0 } };
});

export const cancelDepositClaimHandler = handle(cancelDepositClaim, async ({ pool, clock, services }, { site, session, body }) => {
  if (session === undefined) throw new Refusal('LOGIN_REQUIRED');
  const own = async () => {
    const row = await readClaim(pool, site.id, body.claimId);
    return row?.account === session.account ? row : undefined;
  };
  if ((await own()) === undefined) throw new Refusal('NOT_FOUND', { field: 'claimId' });
  const move = { from: ['REQUESTED'], to: 'CANCELLED', now: clock.now() } as const;
  const isMoved = await inTransaction(pool, (client) => moveClaim(client, body.claimId, move));
  const row = (await own()) as DepositClaimRow;
  // Asked again of one that is cancelled: it is.
  if (!isMoved && row.state !== 'CANCELLED') throw new Refusal('DEPOSIT_CLAIM_LATE');
  services.find(desk)?.tell(site.id, { type: 'WAITING', kind: DEPOSIT_CLAIMS });
  return { data: presentClaim(site, row) };
});

interface Kept {
  coin: string;
  tx_hash: string;
  amount: string;
  sender: string | null;
  evidence: string | null;
  state: string;
  reason: string | null;
  asked_ms: number;
}

const ownClaims: MemberData = {
  section: 'depositClaims',
  name: { ko: '입금 찾기', en: 'Deposit claims' },
  query: ({ site, account }) => ({
    text: `SELECT wallet_type AS coin, tx_hash, amount::text AS amount, sender, evidence, state, reason, asked_ms
      FROM custody_deposit_claim WHERE site_id = $1 AND account = $2`,
    values: [site, account],
  }),
  present(record) {
    const { tx_hash, amount, asked_ms, ...row } = record as Kept;
    return { ...row, chainAmount: amount, txHash: tx_hash, at: new Date(Number(asked_ms)).toISOString() };
  },
};

export function registerOwnClaims({ services, pool }: AppContext): void {
  services.find(memberData)?.register(ownClaims);
  services.find(leavingParts)?.register({
    name: 'custody.claims',
    async obstacles({ site, account }) {
      const { rows } = await pool.query<{ n: number }>(
        `SELECT count(*)::int AS n FROM custody_deposit_claim WHERE site_id = $1 AND account = $2 AND state IN ('REQUESTED', 'IN_REVIEW')`,
        [site, account],
      );
      const { n } = rows[0];
      return n === 0
        ? []
        : [{ kind: 'DEPOSIT_CLAIMS', name: { ko: '입금 찾기', en: 'deposit claims under way' }, count: n, path: '/dnw/deposit/claim' }];
    },
  });
}
