// A member's withdrawals in the file of everything that is kept of it, and as what stands in the way while it leaves.
import type { AppContext } from '@maru/kit/server/context.ts';
import { leavingParts, type MemberData, memberData } from '@maru/member/contract.ts';

interface Row {
  coin: string;
  amount: string;
  fee: string;
  state: string;
  address: string;
  memo: string | null;
  hashes: string | null;
  asked_ms: number;
}

const ownWithdrawals: MemberData = {
  section: 'withdrawals',
  name: { ko: '코인 출금', en: 'Coin withdrawals' },
  query: ({ site, account }) => ({
    text: `SELECT w.wallet_type AS coin, w.amount::text AS amount, w.fee::text AS fee, w.state, w.address, w.memo, w.asked_ms,
        (SELECT string_agg(p.hash, ' ' ORDER BY p.payout_id) FROM custody_payout p WHERE p.withdrawal_id = w.withdrawal_id) AS hashes
      FROM custody_withdrawal w WHERE w.site_id = $1 AND w.account = $2`,
    values: [site, account],
  }),
  present(record) {
    const { asked_ms, ...row } = record as Row;
    return { ...row, at: new Date(Number(asked_ms)).toISOString() };
  },
};

export function registerOwnWithdrawals({ services, pool }: AppContext): void {
  services.find(memberData)?.register(ownWithdrawals);
  services.find(leavingParts)?.register({
    name: 'custody.withdrawals',
    async obstacles({ site, account }) {
      const { rows } = await pool.query<{ n: number }>(
        `SELECT count(*)::int AS n FROM custody_withdrawal WHERE site_id = $1 AND account = $2 AND ledger IN ('NONE', 'HELD', 'SENT')`,
        [site, account],
      );
      const { n } = rows[0];
      return n === 0
        ? []
        : [{ kind: 'WITHDRAWALS', name: { ko: '진행 중인 코인 출금', en: 'coin withdrawals under way' }, count: n, path: '/dnw/withdraw' }];
    },
  });
}
