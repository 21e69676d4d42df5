// What a member reads when a bet or a call about rounds is refused. `{limit}` is what was allowed, `{offered}` what came.
import { defineErrors, type ErrorEntry } from '@maru/kit/contract/errors.ts';
import type { RoundRejectName } from '@maru/engine/reject.ts';

export const roundsErrors = defineErrors({
  ROUND_UNKNOWN: { status: 404, field: 'tradeRoundId', ko: '없는 라운드예요.', en: 'There is no such round.' },
  EVIDENCE_NOT_YET: {
    status: 404,
    field: 'tradeRoundId',
    ko: '아직 결과가 나오지 않은 라운드예요.',
    en: 'This round has no result yet.',
  },
  ROUND_OPTION_UNKNOWN: { status: 404, field: 'tradeOptionId', ko: '없는 게임이에요.', en: 'There is no such game.' },
  ROUND_OPTION_PAUSED: {
    status: 409,
    field: 'tradeOptionId',
    ko: '지금은 새 투자를 받지 않는 게임이에요.',
    en: 'This game takes no new bets right now.',
  },
  INVEST_NOT_OPEN: {
    status: 409,
    field: 'tradeRoundId',
    ko: '아직 투자할 수 없는 라운드예요.',
    en: 'Betting on this round has not opened yet.',
  },
  INVEST_CLOSED: {
    status: 409,
    field: 'tradeRoundId',
    ko: '투자 시간이 끝났어요. 다음 라운드에 투자해 주세요.',
    en: 'The investment time has closed. Please take the next round.',
  },
  ROUND_OUT_OF_HOURS: {
    status: 409,
    field: 'tradeRoundId',
    ko: '장이 닫히는 시간에 걸리는 라운드예요. 다음 개장 뒤에 투자해 주세요.',
    en: 'This round would reach beyond the trading hours. Please invest after the next opening.',
  },
  ROUND_HOLIDAY: {
    status: 409,
    field: 'tradeRoundId',
    ko: '휴장일에 걸리는 라운드예요. 다음 개장 뒤에 투자해 주세요.',
    en: 'A trading holiday leaves this round out. Please invest after the next opening.',
  },
  INVALID_BET_TYPE: { status: 400, field: 'type', ko: '고를 수 없는 방향이에요.', en: 'This side cannot be chosen.' },
  BELOW_MINIMUM: {
    status: 422,
    field: 'point',
    ko: '투자금은 {limit} {unit} 이상이어야 해요.',
    en: 'The investment must be at least {limit} {unit}.',
  },
  ABOVE_MAXIMUM: {
    status: 422,
    field: 'point',
    ko: '한 번에 {limit} {unit}까지 투자할 수 있어요.',
    en: 'At most {limit} {unit} can be invested at once.',
  },
  MEMBER_ROUND_LIMIT: {
    status: 422,
    field: 'point',
    ko: '한 라운드에 {limit} {unit}까지 투자할 수 있어요.',
    en: 'At most {limit} {unit} can be invested in one round.',
  },
  SIDE_EXPOSURE_FULL: {
    status: 422,
    field: 'point',
    ko: '이 방향은 받을 수 있는 금액이 찼어요.',
    en: 'This side has reached what it can take.',
  },
  OWN_STAKE_LIMIT: {
    status: 422,
    field: 'point',
    ko: '스스로 정한 하루 투자 한도({limit} {unit})를 넘어요. 오늘은 {left} {unit}까지 더 투자할 수 있어요.',
    en: 'That is beyond the {limit} {unit} a day that you allow yourself to stake. {left} {unit} are left today.',
  },
  OWN_LOSS_LIMIT: {
    status: 422,
    field: 'point',
    ko: '스스로 정한 하루 손실 한도({limit} {unit})를 넘을 수 있어요. 진행 중인 투자까지 빼면 오늘은 {left} {unit} 남았어요.',
    en: 'That could lose more than the {limit} {unit} a day that you allow yourself. With open bets, {left} {unit} are left today.',
  },
  OWN_TIME_LIMIT: {
    status: 403,
    ko: '스스로 정한 하루 게임 시간 {limit}분을 다 썼어요. 다음 날 다시 할 수 있어요.',
    en: 'Your own {limit} minutes of play a day are over. You can play again from the next day on.',
  },
  SELF_EXCLUDED: {
    status: 403,
    ko: '스스로 이용을 멈춘 기간이에요.',
    en: 'You have shut yourself out for this time.',
  },
  TOO_MANY_BETS: {
    status: 422,
    ko: '진행 중인 투자는 {limit}개까지예요.',
    en: 'At most {limit} open bets are possible.',
  },
  BET_UNKNOWN: { status: 404, field: 'id', ko: '진행 중인 투자가 아니에요.', en: 'There is no such open bet.' },
  BET_CANCEL_OVER: {
    status: 409,
    field: 'id',
    ko: '투자가 마감돼 취소할 수 없어요.',
    en: 'Betting has closed, so it cannot be taken back.',
  },
  EARLY_SALE_NOT_ALLOWED: { status: 409, field: 'id', ko: '미리 팔 수 없는 투자예요.', en: 'This bet cannot be sold early.' },
  SALE_BELOW_LEAST: {
    status: 409,
    field: 'point',
    ko: '가격이 바뀌었어요. 지금은 {limit} {unit}에 팔 수 있어요.',
    en: 'The price has moved: it now sells for {limit} {unit}.',
  },
  DRAW_NOT_COMMITTED: {
    status: 503,
    field: 'tradeRoundId',
    ko: '추첨 준비가 끝나지 않았어요. 잠시 후 다시 시도해 주세요.',
    en: 'The draw is not sealed yet. Please try again shortly.',
  },
  DRAW_COMMITTED_ALREADY: { status: 409, field: 'tradeRoundId', ko: '이미 봉인된 추첨이에요.', en: 'The draw is sealed already.' },
  DRAW_MISMATCH: { status: 400, field: 'tradeRoundId', ko: '봉인과 맞지 않는 추첨이에요.', en: 'The draw does not match its seal.' },
  ROUND_NOT_DUE: { status: 400, field: 'tradeRoundId', ko: '아직 끝나지 않은 라운드예요.', en: 'The round has not ended yet.' },
  ROUND_SETTLED_ALREADY: { status: 409, field: 'tradeRoundId', ko: '이미 정산된 라운드예요.', en: 'The round is settled already.' },
  ROUND_OPTION_FIXED: {
    status: 409,
    field: 'tradeOptionId',
    ko: '게임의 종류와 시간은 바꿀 수 없어요.',
    en: 'What a game is of and how long it lasts cannot change.',
  },
  ODDS_NOT_ALLOWED: { status: 422, field: 'odds', ko: '쓸 수 없는 배당이에요.', en: 'These odds are not allowed.' },
  PRACTICE_OFF: { status: 403, ko: '이 사이트에는 연습이 없어요.', en: 'There is no practice on this site.' },
  PRACTICE_BETS_OPEN: {
    status: 409,
    ko: '진행 중인 연습 투자가 끝난 뒤 다시 시작할 수 있어요.',
    en: 'You can start again once your open practice bets have ended.',
  },
  SLOT_NOT_COMMITTED: {
    status: 503,
    ko: '슬롯 준비가 끝나지 않았어요. 잠시 후 다시 시도해 주세요.',
    en: 'The slot is not sealed yet. Please try again shortly.',
  },
  SLOT_MISMATCH: { status: 400, ko: '봉인과 맞지 않는 회전이에요.', en: 'The spin does not match its seal.' },
  SLOT_GAME_UNKNOWN: { status: 404, field: 'id', ko: '없는 게임이에요.', en: 'There is no such game.' },
} satisfies Record<RoundRejectName | OwnName, ErrorEntry>);

/** Refused before the engine is asked. */
type OwnName = 'ROUND_UNKNOWN' | 'ROUND_OUT_OF_HOURS' | 'ROUND_HOLIDAY' | 'EVIDENCE_NOT_YET' | 'PRACTICE_OFF' | 'PRACTICE_BETS_OPEN';
