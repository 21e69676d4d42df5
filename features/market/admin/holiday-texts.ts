// Words of the desk's trading holidays.
import { defineCatalog } from '@maru/kit/web/i18n/language.ts';

export const holidayTexts = defineCatalog({
  'hd.tabs': ['시세 화면', 'Views of prices'],
  'hd.tab.prices': ['종목별 시세', 'By symbol'],
  'hd.tab.holidays': ['휴장일', 'Holidays'],
  'hd.title': ['휴장일', 'Trading holidays'],
  'hd.words': [
    '이 날에는 외환·금·지수 시장이 열리지 않아요. 모든 사이트에 적용되고, 암호화폐는 늘 열려 있어요.',
    'On these days the markets of forex, gold and indices do not open. They hold for every site; crypto is always open.',
  ],
  'hd.failed': ['휴장일을 불러오지 못했어요', 'Holidays could not be loaded'],
  'hd.none': ['등록된 휴장일이 없어요', 'No holidays yet'],
  'hd.none.words': ['등록하면 그날 라운드와 주문이 알아서 멈춰요.', 'Once entered, rounds and orders rest on that day by themselves.'],
  'hd.new': ['휴장일 등록', 'Enter a holiday'],
  'hd.name.ko': ['이름 (한국어)', 'Name (Korean)'],
  'hd.name.en': ['이름 (영어)', 'Name (English)'],
  'hd.market': ['시장', 'Market'],
  'hd.from': ['첫 휴장일', 'First day'],
  'hd.to': ['마지막 휴장일', 'Last day'],
  'hd.change': ['변경', 'Change'],
  'hd.change.title': ['휴장일 변경', 'Change a holiday'],
  'hd.save.new': ['등록', 'Enter'],
  'hd.save': ['변경 저장', 'Save'],
  'hd.saved': ['{name} 휴장일을 저장했어요', 'Holiday saved: {name}'],
  'hd.dialog.words': [
    '한국 시간 오전 8시에 여는 장의 날짜를 적어 주세요. 다음 날 오전 8시까지 닫혀요.',
    'Dates are those of the opening at 08:00 in Seoul; the market stays closed until 08:00 of the day after.',
  ],
  'hd.missing': ['날짜와 이름을 모두 적어 주세요', 'Days and both names are needed'],
  'hd.backwards': ['마지막 날이 첫날보다 빨라요', 'The last day is before the first'],
  'hd.soon': ['24시간 안에 시작해요. 다른 운영자가 동의해야 적용돼요.', 'It begins within 24 hours: another operator has to agree.'],
  'hd.soon.now': [
    '이미 열린 장이에요. 다른 운영자가 동의하면, 한 시간 안에 끝나는 라운드가 끝난 뒤에 닫혀요.',
    'This session has begun. When another operator agrees, it closes once the rounds of the next hour have ended.',
  ],
  'hd.remove': ['삭제', 'Remove'],
  'hd.remove.title': ['{name} 휴장일을 삭제할까요?', 'Remove the holiday {name}?'],
  'hd.remove.words': ['그날 시장이 평소처럼 열려요.', 'On that day the markets open as usual.'],
  'hd.remove.now': ['다른 운영자가 동의하면 시장이 바로 다시 열려요.', 'When another operator agrees, the markets open again at once.'],
  'hd.remove.do': ['휴장일 삭제', 'Remove the holiday'],
});
