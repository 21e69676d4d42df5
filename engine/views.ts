// Cold reads of the live state as plain objects: what a member must read back at once, answered between batches.
//
// `views` is called by name through the engine port; every function takes the state first and returns structured-cloneable values.
import { liabilitiesView } from './ledger/liabilities.ts';
import { holdingsView } from './ledger/sums.ts';
import { countdownsOf } from './futures/cancel-after.ts';
import { findRequest, firstOfRequest } from './requests.ts';
import { accountView, equityView, hasPositions, ledgerBalance, moreAccountsView, purseTotal, settingsView } from './view-account.ts';
import { deskRiskView } from './view-desk.ts';
import { bookLevels, openInterest, restingOrders, symbolsView } from './view-market.ts';
import { openOrdersView, orderView, positionTpslView } from './view-orders.ts';
import { maxOpenableView, openPositionsView, positionView } from './view-positions.ts';
import { fundingView, riskOfView, workWaitingView } from './view-risk.ts';
import { sidesView } from './view-sides.ts';
import { custodyBooksView, custodyCountsView, custodyFiguresView, custodyOfView, depositView, withdrawalView } from './custody/views.ts';
import {
  gameWaitView,
  openRoundsView,
  playDayView,
  playerView,
  playLimitsView,
  roundBetsView,
  roundOptionsView,
  roundPoolView,
  roundTermsView,
} from './rounds/views.ts';
import type { EngineState } from './state.ts';

// Arguments arrive over a port as plain values; each view checks its own.
// oxlint-disable-next-line typescript/no-explicit-any
type View = (state: EngineState, ...args: any[]) => unknown;

export const views: Readonly<Record<string, View>> = {
  account: accountView,
  equity: equityView,
  hasPositions,
  /** Sequence of the first request under this key, 0 = none in memory. */
  request: (s, account: number, hi: number, lo: number) => findRequest(s, account, hi, lo)?.seq ?? 0,
  /** The same of several keys, in their order. */
  requests: (s, account: number, keys: readonly (readonly [number, number])[]) =>
    keys.map(([hi, lo]) => findRequest(s, account, hi, lo)?.seq ?? 0),
  firstOfRequest,
  settings: settingsView,
  ledger: ledgerBalance,
  purseTotal,
  moreAccounts: moreAccountsView,
  holdings: holdingsView,
  liabilities: liabilitiesView,
  openOrders: (s, account: number, symbol: number) => ({ seq: s.seq, orders: openOrdersView(s, account, symbol) }),
  order: orderView,
  positionTpsl: positionTpslView,
  cancelAfter: (s, account: number) => countdownsOf(s, account),
  openPositions: (s, account: number, symbol: number) => ({ seq: s.seq, positions: openPositionsView(s, account, symbol) }),
  position: positionView,
  maxOpenable: maxOpenableView,
  symbols: symbolsView,
  bookLevels,
  openInterest,
  riskOf: riskOfView,
  funding: fundingView,
  workWaiting: workWaitingView,
  restingOrders,
  deskRisk: deskRiskView,
  sides: sidesView,
  openRounds: openRoundsView,
  roundPool: roundPoolView,
  roundBets: roundBetsView,
  roundOptions: roundOptionsView,
  roundTerms: roundTermsView,
  gameWait: gameWaitView,
  playLimits: playLimitsView,
  playDay: playDayView,
  player: playerView,
  custodyBooks: custodyBooksView,
  custodyCounts: custodyCountsView,
  custodyFigures: custodyFiguresView,
  custodyOf: custodyOfView,
  deposit: depositView,
  withdrawal: withdrawalView,
  live: (s, accounts: number[]) => ({
    seq: s.seq,
    accounts: accounts.map((account) => ({
      account,
      ...accountView(s, account),
      orders: openOrdersView(s, account, -1),
      positions: openPositionsView(s, account, -1),
    })),
  }),
};
