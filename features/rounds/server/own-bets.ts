// A member's bets in the file of everything that is kept of it.
import { formatDecimal } from '@maru/engine/money/decimal.ts';
import type { MemberData } from '@maru/member/contract.ts';
import { isoText, pointText, typeOf } from './round-text.ts';
import { siteOptions } from './site-options.ts';

interface Row {
  bet_id: number;
  option: number;
  ordinal: number;
  market: number;
  stake: number;
  odds: number;
  placed_ms: number;
  status: number;
  payout: number | null;
  settled_ms: number | null;
}
const statuses = ['OPEN', 'WON', 'LOST', 'VOID'] as const;
const RATE_DECIMALS = 8;

export const ownBets: MemberData = {
  section: 'bets',
  name: { ko: '라운드 투자', en: 'Bets of rounds' },
  query: ({ site, account }) => ({ text: 'SELECT * FROM rounds_bet WHERE site_id = $1 AND account = $2', values: [site, account] }),
  present(record, site) {
    const row = record as Row;
    const option = siteOptions(site)[row.option];
    return {
      bet: row.bet_id,
      game: option?.code ?? row.option,
      symbol: option?.row.symbol ?? null,
      round: row.ordinal,
      type: option === undefined ? row.market : typeOf(option, row.market),
      stake: pointText(site, row.stake),
      odds: formatDecimal(row.odds, RATE_DECIMALS, true),
      payout: row.payout === null ? null : pointText(site, row.payout),
      currency: site.binaryCurrency,
      status: statuses[row.status] ?? String(row.status),
      placedAt: isoText(row.placed_ms),
      settledAt: row.settled_ms === null ? null : isoText(row.settled_ms),
    };
  },
};

/** Practice money is none, but what was tried with it is kept of the member too. */
export const ownPracticeBets: MemberData = {
  ...ownBets,
  section: 'practiceBets',
  name: { ko: '연습 투자', en: 'Practice bets' },
  query: ({ site, account }) => ({
    text: 'SELECT * FROM rounds_practice_bet WHERE site_id = $1 AND account = $2',
    values: [site, account],
  }),
};
