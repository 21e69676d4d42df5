// Words of a member's coins on the desk.
import { defineCatalog } from '@maru/kit/web/i18n/language.ts';

export const memberCoinTexts = defineCatalog({
  'mc.out': ['코인 출금', 'Coin withdrawals'],
  'mc.out.none': ['코인 출금이 없어요', 'No coin withdrawals'],
  'mc.in': ['코인 입금', 'Coin deposits'],
  'mc.in.none': ['코인 입금이 없어요', 'No coin deposits'],
  'mc.addresses': ['입금 주소', 'Addresses for deposits'],
  'mc.addresses.none': ['아직 만든 주소가 없어요', 'No address was asked for yet'],
  'mc.memo': ['태그·메모 {memo}', 'Tag or memo {memo}'],
  'mc.address.making': ['만드는 중', 'being made'],
});
