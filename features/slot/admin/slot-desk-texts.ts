// Words of the desk's slot.
import { defineCatalog } from '@maru/kit/web/i18n/language.ts';

export const slotDeskTexts = defineCatalog({
  'sd.title': ['슬롯', 'Slot'],
  'sd.rule': [
    '회전은 봉인된 씨앗에서만 나와요. 릴과 배당표는 누구도 바꿀 수 없어요.',
    'Spins come from sealed seeds alone. Nobody changes reels or pay table.',
  ],
  'sd.failed': ['슬롯 설정을 불러오지 못했어요', 'The slot could not be loaded'],
  'sd.terms': ['내놓기와 투자금', 'Offer and stakes'],
  'sd.isPlay': ['슬롯 내놓기', 'Offer the slot'],
  'sd.isPlay.words': ['끄면 다음 회전부터 받지 않아요', 'switched off, no further spin is taken'],
  'sd.off': ['사이트에 바이너리 상품이 없어 보이지 않아요', 'not seen: the site is without the binary product'],
  'sd.minPoint': ['한 번 회전 최소', 'Least of one spin'],
  'sd.maxPoint': ['한 번 회전 최대', 'Most of one spin'],
  'sd.wrong': ['{least} 이상, 소수 {n}자리까지 적어 주세요.', 'At least {least}, with {n} decimals at most.'],
  'sd.save': ['바뀌는 내용 보기', 'Review the change'],
  'sd.sure': ['슬롯 설정 바꾸기', 'Change the slot'],
  'sd.sure.words': [
    '다음 회전부터예요. 투자금이 25%보다 많이 바뀌면 다른 사람이 승인해야 해요.',
    'From the next spin on. Stakes that move by more than 25 % want a second person.',
  ],
  'sd.confirm': ['바꾸기', 'Change'],
  'sd.done': ['슬롯 설정을 바꿨어요', 'The slot is changed'],
  'sd.games': ['게임과 돌려주는 비율', 'Games and what they give back'],
  'sd.game': ['게임', 'Game'],
  'sd.return': ['돌려주는 비율', 'Return'],
  'sd.hit': ['적중 비율', 'Hits'],
  'sd.most': ['최대 지급', 'Most paid'],
  'sd.times': ['{times}배', '×{times}'],
});
