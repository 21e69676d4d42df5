// A member's transfers to and from others in the file of everything that is kept of it: the other side masked as it was shown.
import type { MemberData } from '@maru/member/contract.ts';

interface Row {
  is_sent: boolean;
  other: string;
  asset: number;
  amount: string;
  state: string;
  taken_ms: number;
}

export const ownMemberTransfers: MemberData = {
  section: 'memberTransfers',
  name: { ko: '회원 이체', en: 'Transfers between members' },
  query: ({ site, account }) => ({
    text: `SELECT account = $2 AS is_sent, CASE WHEN account = $2 THEN payee_name ELSE account_name END AS other, asset, amount::text AS amount,
        state, taken_ms FROM wallet_member_transfer
      WHERE site_id = $1 AND taken_ms IS NOT NULL AND (account = $2 OR (payee = $2 AND state = 'DONE'))`,
    values: [site, account],
  }),
  present(record) {
    const { is_sent, other, asset, amount, state, taken_ms } = record as Row;
    return { way: is_sent ? 'SENT' : 'RECEIVED', other, asset, amount, state, at: new Date(Number(taken_ms)).toISOString() };
  },
};
