// What the header's search says once it is open.
import { defineCatalog } from '@maru/kit/web/i18n/language.ts';

export const searchTexts = defineCatalog({
  'search.symbols': ['종목', 'Symbols'],
  'search.pages': ['메뉴', 'Pages'],
  'search.found': ['{count}개를 찾았어요', '{count} found'],
  'search.starred': ['즐겨찾기', 'Starred'],
  'search.none': ['찾는 종목이나 메뉴가 없어요', 'No such symbol or page'],
  'search.noneNext': ['다른 이름이나 코드로 찾아 보세요.', 'Try another name or code.'],
  'search.loading': ['종목을 불러오는 중', 'Loading the symbols'],
  'search.failed': ['종목을 불러오지 못했어요. 메뉴는 찾을 수 있어요.', 'The symbols could not be loaded. Pages can be found.'],
});
