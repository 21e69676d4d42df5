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
  travel: object | null;
}
interface AllowedRow {
  chain: string;
  label: string;
  address: string;
  memo: string | null;
  added_ms: number;
  removed_ms: number | null;
}

const ownWithdrawals: MemberData = {
  section: 'withdrawals',
  name: { ko: '코인 출금', en: 'Coin withdrawals' },
  query: ({ site, account }) => ({
    text: `SELECT w.wallet_type AS coin, w.amount::text AS amount, w.fee::text AS fee, w.state, w.address, w.memo, w.asked_ms, w.travel,
        (SELECT string_agg(p.hash, ' ' ORDER BY p.payout_id) FROM custody_payout p WHERE p.withdrawal_id = w.withdrawal_id) AS hashes
      FROM custody_withdrawal w WHERE w.site_id = $1 AND w.account = $2`,
    values: [site, account],
  }),
  present(record) {
    const { asked_ms, ...row } = record as Row;
    return { ...row, at: new Date(Number(asked_ms)).toISOString() };
  },
};

const timeOf = (ms: number | null) => (ms === null ? null : new Date(Number(ms)).toISOString());

const ownAllowList: MemberData = {
  section: 'withdrawalAddresses',
  name: { ko: '출금 주소록', en: 'Withdrawal addresses' },
  query: ({ site, account }) => ({
    text: 'SELECT chain, label, address, memo, added_ms, removed_ms FROM custody_allowed WHERE site_id = $1 AND account = $2',
    values: [site, account],
  }),
  present(record) {
    const { added_ms, removed_ms, ...row } = record as AllowedRow;
    return { ...row, addedAt: timeOf(added_ms), removedAt: timeOf(removed_ms) };
  },
};

export function registerOwnWithdrawals({ services, pool }: AppContext): void {
  services.find(memberData)?.register(ownWithdrawals);
  services.find(memberData)?.register(ownAllowList);
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
