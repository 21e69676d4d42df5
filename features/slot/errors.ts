// The slot refuses with what the engine says (rounds have the texts) and the common codes; of its own what other providers’ games need, and a lost key.
import { defineErrors } from '@maru/kit/contract/errors.ts';

export const slotErrors = defineErrors({
  SLOT_PROVIDER_UNKNOWN: {
    status: 404,
    field: 'provider',
    ko: '이 사이트에서 제공하지 않는 게임이에요.',
    en: 'This game is not offered here.',
  },
  SLOT_OWN_LIMITS: {
    status: 403,
    ko: '스스로 정한 게임 한도가 있으면 외부 게임은 할 수 없어요. 외부 게임은 그 한도로 셀 수 없어요.',
    en: 'With limits of your own on games, games of other providers are closed: those limits cannot count them.',
  },
  /** An installation restored without its storage key: what was promised to members cannot be shown, so nothing is played. */
  SLOT_KEY_LOST: {
    status: 503,
    ko: '지금은 이 게임을 할 수 없어요. 고객센터에 알려 주세요.',
    en: 'This game cannot be played now. Please tell support.',
  },
});
