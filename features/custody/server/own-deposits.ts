// A member's deposits in the file of everything that is kept of it, and as what stands in the way while it leaves.
import type { AppContext } from '@maru/kit/server/context.ts';
import { leavingParts, type MemberData, memberData } from '@maru/member/contract.ts';

interface Row {
  coin: string;
  amount: string;
  state: string;
  tx_hash: string;
  address: string;
  memo: string | null;
  seen_ms: number;
}

const ownDeposits: MemberData = {
  section: 'deposits',
  name: { ko: '코인 입금', en: 'Coin deposits' },
  query: ({ site, account }) => ({
    text: `SELECT d.wallet_type AS coin, a.amount::text AS amount, d.state, a.tx_hash, a.address, a.memo, a.seen_ms
      FROM custody_deposit d JOIN custody_arrival a ON a.arrival_id = d.deposit_id WHERE d.site_id = $1 AND d.account = $2`,
    values: [site, account],
  }),
  present(record) {
    const { coin, amount, state, tx_hash, address, memo, seen_ms } = record as Row;
    return { coin, chainAmount: amount, state, txHash: tx_hash, address, memo, at: new Date(seen_ms).toISOString() };
  },
};

export function registerOwnDeposits({ services, pool }: AppContext): void {
  services.find(memberData)?.register(ownDeposits);
  services.find(leavingParts)?.register({
    name: 'custody',
    async obstacles({ site, account }) {
      const { rows } = await pool.query<{ n: number }>(
        `SELECT count(*)::int AS n FROM custody_deposit WHERE site_id = $1 AND account = $2 AND state IN ('SMALL', 'SEEN', 'CONFIRMING', 'CREDITED')`,
        [site, account],
      );
      const { n } = rows[0];
      return n === 0
        ? []
        : [{ kind: 'DEPOSITS', name: { ko: '확인 중인 코인 입금', en: 'coin deposits under way' }, count: n, path: '/dnw/deposit' }];
    },
  });
}
