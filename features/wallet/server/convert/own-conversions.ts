// A member's conversions in the file of everything that is kept of it: those that were pressed, whatever came of them.
import type { MemberData } from '@maru/member/contract.ts';

interface Row {
  from_asset: number;
  to_asset: number;
  amount: string;
  received: string;
  state: string;
  taken_ms: number;
}

export const ownConversions: MemberData = {
  section: 'conversions',
  name: { ko: '코인 전환', en: 'Conversions' },
  query: ({ site, account }) => ({
    text: `SELECT from_asset, to_asset, amount::text AS amount, received::text AS received, state, taken_ms
      FROM wallet_quote WHERE site_id = $1 AND account = $2 AND taken_ms IS NOT NULL`,
    values: [site, account],
  }),
  present(record) {
    const { from_asset, to_asset, amount, received, state, taken_ms } = record as Row;
    return { fromAsset: from_asset, toAsset: to_asset, amount, received, state, at: new Date(Number(taken_ms)).toISOString() };
  },
};
