// Words of the identity check.
import { defineCatalog } from '@maru/kit/web/i18n/language.ts';

export const identityTexts = defineCatalog({
  'identity.title': ['휴대폰 본인 확인', 'Identity check'],
  'identity.words': [
    '한 사람이 한 계정만 만들 수 있어요. 주민등록번호는 받지 않아요.',
    'One person, one account. We never ask for your resident number.',
  ],
  'identity.open': ['본인 확인하기', 'Check'],
  'identity.waiting': ['열린 창에서 확인을 마쳐 주세요.', 'Please finish in the window that opened.'],
  'identity.cancel': ['그만두기', 'Stop'],
  'identity.again': ['다시 확인', 'Check again'],
  'identity.proven': ['{name}님으로 확인했어요', 'Confirmed as {name}'],
  'identity.proven.words': ['이름은 확인한 대로 적혔고 바꿀 수 없어요.', 'The name is as confirmed and cannot be changed.'],
  'identity.return': ['확인을 마쳤어요', 'Confirmed'],
  'identity.return.none': ['확인 결과가 없어요', 'There is no result here'],
  'identity.return.words': ['이 창을 닫고 하던 화면으로 돌아가 주세요.', 'Please close this window and go back to where you were.'],
  'identity.return.close': ['창 닫기', 'Close'],
  'identity.find': ['휴대폰 본인 확인으로 찾기', 'Find by identity check'],
});
