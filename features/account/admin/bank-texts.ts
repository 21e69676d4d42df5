// Words of the desk's banks.
import { defineCatalog } from '@maru/kit/web/i18n/language.ts';

export const bankTexts = defineCatalog({
  'bk.title': ['은행', 'Banks'],
  'bk.words': [
    '회원이 출금 계좌로 고르는 은행이에요. 목록은 모든 사이트가 함께 쓰고, 보일지는 사이트마다 정해요.',
    'Banks that members choose for their payout account. The list is one for all sites; each site decides what it offers.',
  ],
  'bk.failed': ['은행 목록을 불러오지 못했어요', 'Banks could not be loaded'],
  'bk.none': ['은행이 없어요', 'No banks yet'],
  'bk.new': ['은행 추가', 'Add a bank'],
  'bk.place': ['순서', 'Place'],
  'bk.code': ['은행 코드', 'Code'],
  'bk.name.ko': ['이름 (한국어)', 'Name (Korean)'],
  'bk.name.en': ['이름 (영어)', 'Name (English)'],
  'bk.change': ['변경', 'Change'],
  'bk.hide': ['숨기기', 'Hide'],
  'bk.show': ['보이기', 'Offer'],
  'bk.hide.title': ['{name}을(를) 숨길까요?', 'Hide {name}?'],
  'bk.hide.words': [
    '이 사이트 회원이 새로 고를 수 없게 돼요. 이미 등록한 계좌는 그대로예요.',
    'Members of this site can no longer choose it. Accounts that are kept at it stay.',
  ],
  'bk.show.title': ['{name}을(를) 보일까요?', 'Offer {name}?'],
  'bk.show.words': ['이 사이트 회원이 출금 계좌로 고를 수 있게 돼요.', 'Members of this site can choose it for their account.'],
  'bk.change.title': ['{name} 변경', 'Change {name}'],
  'bk.save.words': [
    '모든 사이트의 목록이 바뀌므로 다른 운영자의 동의가 필요해요.',
    'This changes the list of every site, so another operator has to agree.',
  ],
  'bk.ask': ['변경 요청', 'Ask for it'],
  'bk.missing': ['세 자리 코드, 순서와 두 이름을 적어 주세요', 'A code of three digits, a place and both names'],
});
