// What can go wrong with coins that come in.
import { defineErrors } from '@maru/kit/contract/errors.ts';

export const custodyErrors = defineErrors({
  COIN_NOT_TAKEN: {
    status: 404,
    field: 'coinName',
    ko: '이 사이트에서 입금할 수 없는 코인이에요.',
    en: 'This coin cannot be deposited here.',
  },
  NO_TEST_COINS: { status: 404, ko: '테스트 코인은 데모에만 있어요.', en: 'Test coins exist on a demo only.' },
  TEST_COINS_WAIT: {
    status: 429,
    ko: '테스트 코인은 {seconds}초 뒤에 다시 받을 수 있어요.',
    en: 'Test coins can be asked for again in {seconds} s.',
  },
  ADDRESS_NOT_MADE: {
    status: 409,
    ko: '입금 주소를 만들고 있어요. 잠시 후 다시 눌러 주세요.',
    en: 'Your address is being made. Please try again in a moment.',
  },
});
