// The only entry point: one journaled command in, events out. All checks come before the first write, so a rejection leaves no trace.
import * as layout from './layout.ts';
import { openAccount } from './ledger/open-account.ts';
import { CommandHeadWord, CommandKind, CommandWord } from './wire/command.ts';
import type { EventBuffer } from './wire/event-buffer.ts';
import { finish, forget } from './finish.ts';
import { amendOrder } from './futures/amend-order.ts';
import { cancelAll, cancelOrder } from './futures/cancel-order.ts';
import { setCancelAfter } from './futures/cancel-after.ts';
import { changeMargin } from './futures/change-margin.ts';
import { closePositions, reversePosition } from './futures/close-positions.ts';
import { setPositionTpsl } from './futures/set-position-tpsl.ts';
import { amendConditional, placeConditional } from './futures/place-conditional.ts';
import { placeOrder, placed } from './futures/place-order.ts';
import { setLeverage } from './futures/set-leverage.ts';
import { setMarginType } from './futures/set-margin-type.ts';
import { setMark } from './futures/set-mark.ts';
import { setPositionMode } from './futures/set-position-mode.ts';
import { convert } from './wallet/convert.ts';
import { reportEquity } from './wallet/report-equity.ts';
import { transfer } from './wallet/transfer.ts';
import { transferToMember } from './wallet/transfer-to-member.ts';
import { listSymbol } from './futures/list-symbol.ts';
import { setLadder } from './futures/set-ladder.ts';
import { delistSymbol } from './futures/delist-symbol.ts';
import { FUNDING_GRID_MS, passFundingTime } from './futures/funding-share.ts';
import { settleFunding } from './futures/settle-funding.ts';
import { setAccountFlags } from './futures/set-account-flags.ts';
import { setSwitch } from './futures/set-switch.ts';
import { cancelBet } from './rounds/cancel-bet.ts';
import { commitDraw, revealDraw } from './rounds/draws.ts';
import { placeBet } from './rounds/place-bet.ts';
import { setPlayLimits } from './rounds/play-limits.ts';
import { sellBet } from './rounds/sell-bet.ts';
import { setDrawOdds, setRoundOption } from './rounds/set-round-option.ts';
import { settleRound } from './rounds/settle-round.ts';
import { commitSlot } from './slot/commit-slot.ts';
import { spinSlot } from './slot/spin-slot.ts';
import { bookCustody } from './custody/book-entry.ts';
import { creditDeposit, orphanDeposit, pendDeposit, unlockDeposit } from './custody/deposits.ts';
import { holdWithdrawal, returnWithdrawal, sendWithdrawal, settleInside, settleWithdrawal } from './custody/withdrawals.ts';
import { Reject } from './reject.ts';
import { findRequest, rememberRequest } from './requests.ts';
import type { EngineState } from './state.ts';
import { refuse } from './touched.ts';
import { isWorkWaiting } from './work.ts';
import { emitRejected, emitRepeated } from './wire/event-writers.ts';

const Head = CommandHeadWord;
const {
  CancelBet,
  CancelOrder,
  ChangeMargin,
  ClosePositions,
  ReportEquity,
  ReversePosition,
  SetAccountFlags,
  SetCancelAfter,
  SetDrawOdds,
  SetLeverage,
  SetMarginType,
  SetPositionMode,
  SetSwitch,
} = CommandWord;

const { META_SEQ, META_SHARE_AT, META_TIME } = layout;

/**
 * Applies the record at `offset` as command `seq` (state.seq + 1) and appends its events. Returns 0, or the reject code, which is
 * also the one event of a refused command. Throws on a fault: the caller stops the site, the state is no longer to be used.
 */
export function apply(s: EngineState, words: Float64Array, offset: number, seq: number, e: EventBuffer): number {
  const time = words[offset + Head.time];
  if (seq !== s.meta[META_SEQ] + 1) throw new RangeError(`sequence ${seq} after ${s.meta[META_SEQ]}`);
  if (!(time >= s.meta[META_TIME])) throw new RangeError(`time ${time} before ${s.meta[META_TIME]}`);
  s.meta[META_SEQ] = seq;
  s.meta[META_TIME] = time;
  if (time >= s.meta[META_SHARE_AT] + FUNDING_GRID_MS) passFundingTime(s, time);
  e.seq = seq;
  e.time = time;
  e.index = 0;
  const mayWork = !isWorkWaiting(s) || words[offset] === CommandKind.Tick;
  const account = words[offset + Head.account];
  const keyHi = words[offset + Head.keyHi];
  const keyLo = words[offset + Head.keyLo];
  const keyed = keyHi !== 0 || keyLo !== 0;
  let code = 0;
  if (keyed) {
    const first = findRequest(s, account, keyHi, keyLo);
    if (first !== undefined && first.body === words[offset + Head.body]) {
      emitRepeated(
        e,
        account,
        words[offset + Head.symbol],
        first.seq,
        first.command,
        first.orderId,
        first.filledLots,
        first.filledCost,
        first.status,
      );
      return 0;
    }
    if (first !== undefined) code = refuse(s, Reject.REQUEST_REUSED);
    placed.orderId = 0;
    placed.filledLots = 0;
    placed.filledCost = 0;
    placed.status = 0;
  }
  if (code === 0) code = run(s, words, offset, e);
  if (code !== 0) {
    forget(s);
    emitRejected(e, account, words[offset + Head.symbol], code, s.refusedLimit, s.refusedOffered);
    return code;
  }
  if (keyed) {
    rememberRequest(
      s,
      account,
      keyHi,
      keyLo,
      words[offset + Head.body],
      words[offset],
      placed.orderId,
      placed.filledLots,
      placed.filledCost,
      placed.status,
    );
  }
  finish(s, e, mayWork);
  return 0;
}

function run(s: EngineState, words: Float64Array, at: number, e: EventBuffer): number {
  const account = words[at + Head.account];
  const symbol = words[at + Head.symbol];
  switch (words[at]) {
    case CommandKind.PlaceOrder:
      return placeOrder(s, e, words, at);
    case CommandKind.CancelOrder:
      return cancelOrder(s, e, account, words[at + CancelOrder.orderId], words[at + CancelOrder.end]);
    case CommandKind.SetLadder:
      return setLadder(s, e, words, at);
    case CommandKind.SetMark:
      return setMark(s, e, words, at);
    case CommandKind.AmendOrder:
      return amendOrder(s, e, words, at);
    case CommandKind.CancelAll:
      return cancelAll(s, e, account, symbol);
    case CommandKind.Transfer:
      return transfer(s, e, words, at);
    case CommandKind.OpenAccount:
      return openAccount(s, e, account);
    case CommandKind.ListSymbol:
      return listSymbol(s, e, words, at);
    case CommandKind.SetSwitch:
      return setSwitch(s, e, symbol, words[at + SetSwitch.bits]);
    case CommandKind.SetLeverage:
      return setLeverage(s, e, account, symbol, words[at + SetLeverage.leverage]);
    case CommandKind.SetMarginType:
      return setMarginType(s, e, account, symbol, words[at + SetMarginType.marginType]);
    case CommandKind.SetPositionMode:
      return setPositionMode(s, e, account, words[at + SetPositionMode.mode]);
    case CommandKind.ChangeMargin:
      return changeMargin(
        s,
        e,
        account,
        words[at + ChangeMargin.positionId],
        words[at + ChangeMargin.amount],
        words[at + ChangeMargin.direction],
      );
    case CommandKind.PlaceConditional:
      return placeConditional(s, e, words, at);
    case CommandKind.AmendConditional:
      return amendConditional(s, e, words, at);
    case CommandKind.SetPositionTpsl:
      return setPositionTpsl(s, e, words, at);
    case CommandKind.ReversePosition:
      return reversePosition(s, e, account, words[at + ReversePosition.positionId], words[at + ReversePosition.slippage]);
    case CommandKind.ClosePositions:
      return closePositions(s, e, account, symbol, words[at + ClosePositions.slippage]);
    case CommandKind.SetCancelAfter:
      return setCancelAfter(s, e, account, symbol, words[at + SetCancelAfter.countdownMs]);
    case CommandKind.Tick:
      return 0;
    case CommandKind.SettleFunding:
      return settleFunding(s, e, words, at);
    case CommandKind.SetAccountFlags:
      return setAccountFlags(s, e, account, words[at + SetAccountFlags.flags], words[at + SetAccountFlags.only]);
    case CommandKind.DelistSymbol:
      return delistSymbol(s, e, symbol);
    case CommandKind.Convert:
      return convert(s, e, words, at);
    case CommandKind.ReportEquity:
      return reportEquity(s, e, words[at + ReportEquity.first], words[at + ReportEquity.count], words[at + ReportEquity.day]);
    default:
      return runRounds(s, words, at, e);
  }
}

function runRounds(s: EngineState, words: Float64Array, at: number, e: EventBuffer): number {
  switch (words[at]) {
    case CommandKind.PlaceBet:
      return placeBet(s, e, words, at);
    case CommandKind.CancelBet:
      return cancelBet(s, e, words[at + Head.account], words[at + CancelBet.betId]);
    case CommandKind.SellBet:
      return sellBet(s, e, words, at);
    case CommandKind.SettleRound:
      return settleRound(s, e, words, at);
    case CommandKind.CommitDraw:
      return commitDraw(s, e, words, at);
    case CommandKind.RevealDraw:
      return revealDraw(s, e, words, at);
    case CommandKind.SetRoundOption:
      return setRoundOption(s, e, words, at);
    case CommandKind.SetDrawOdds:
      return setDrawOdds(s, e, words[at + SetDrawOdds.option], words[at + SetDrawOdds.market], words[at + SetDrawOdds.odds]);
    case CommandKind.SetPlayLimits:
      return setPlayLimits(s, e, words, at);
    case CommandKind.CommitSlot:
      return commitSlot(s, e, words, at);
    case CommandKind.SpinSlot:
      return spinSlot(s, e, words, at);
    default:
      return runCustody(s, words, at, e);
  }
}

function runCustody(s: EngineState, words: Float64Array, at: number, e: EventBuffer): number {
  switch (words[at]) {
    case CommandKind.PendDeposit:
      return pendDeposit(s, e, words, at);
    case CommandKind.CreditDeposit:
      return creditDeposit(s, e, words, at);
    case CommandKind.UnlockDeposit:
      return unlockDeposit(s, e, words, at);
    case CommandKind.OrphanDeposit:
      return orphanDeposit(s, e, words, at);
    case CommandKind.HoldWithdrawal:
      return holdWithdrawal(s, e, words, at);
    case CommandKind.SendWithdrawal:
      return sendWithdrawal(s, e, words, at);
    case CommandKind.SettleWithdrawal:
      return settleWithdrawal(s, e, words, at);
    case CommandKind.SettleInside:
      return settleInside(s, e, words, at);
    case CommandKind.ReturnWithdrawal:
      return returnWithdrawal(s, e, words, at);
    case CommandKind.BookCustody:
      return bookCustody(s, e, words, at);
    case CommandKind.TransferToMember:
      return transferToMember(s, e, words, at);
    default:
      throw new RangeError(`unknown command kind ${words[at]} at sequence ${s.meta[META_SEQ]}`);
  }
}
