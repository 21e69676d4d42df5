// Why an operator's change of a game is refused: which field, what came and what would do.
import { defineErrors } from '@maru/kit/contract/errors.ts';

export const roundsDeskErrors = defineErrors({
  ROUND_ODDS_RANGE: {
    status: 422,
    field: 'odds',
    ko: '{type} 배당 {offered}은 쓸 수 없어요. {least}에서 {most} 사이여야 해요.',
    en: 'Odds of {offered} for {type} cannot be used: they must lie between {least} and {most}.',
  },
  ROUND_ODDS_GUARD: {
    status: 422,
    field: 'odds',
    ko: '{type} 배당 {offered}은 쓸 수 없어요. 확률 × 배당이 {product}예요. 1보다 작아야 하고, {most}까지 쓸 수 있어요.',
    en: 'Odds of {offered} for {type} cannot be used: probability × odds is {product} and must stay below 1, so {most} at most.',
  },
  ROUND_LIMITS: {
    status: 422,
    ko: '{field} 값은 {least} 이상 {most} 이하여야 해요. 보낸 값: {offered}',
    en: '{field} must be at least {least} and at most {most}, not {offered}.',
  },
  ROUND_OPTION_MOVED: {
    status: 409,
    field: 'print',
    ko: '그사이 다른 운영자가 이 게임을 바꿨어요. 새로 불러와서 확인해 주세요.',
    en: 'Another operator has changed this game meanwhile. Load it again and look.',
  },
  ROUND_OPTION_TWICE: {
    status: 409,
    field: 'game',
    ko: '이 종목과 시간의 게임이 이미 있어요. 있는 게임을 켜 주세요.',
    en: 'There is a game of this symbol and length already. Switch that one on.',
  },
  ROUND_SYMBOL: {
    status: 422,
    field: 'stock',
    ko: '이 코드에 쓸 수 없는 종목이에요. R은 코인, B는 거래 시간이 있는 종목, P는 종목이 없어요.',
    en: 'This symbol does not go with the code: R takes coins, B symbols with trading hours, P none.',
  },
  ROUND_OPTIONS_FULL: {
    status: 409,
    ko: '게임은 {limit}개까지 만들 수 있어요. 쓰지 않는 게임은 지우지 않고 꺼 두어요.',
    en: 'A site has room for {limit} games; those no longer offered keep their places.',
  },
});
