// Words of the desk's list of files.
import { defineCatalog } from '@maru/kit/web/i18n/language.ts';

export const fileDeskTexts = defineCatalog({
  'file.title': ['파일', 'Files'],
  'file.note': ['모두 {size}, 쓰이지 않는 파일 {loose}개', '{size} in all, {loose} hang nowhere'],
  'file.open': ['{name} 열기', 'Open {name}'],
  'file.sweep': ['쓰이지 않는 파일 지우기', 'Remove loose files'],
  'file.sweep.ask': ['쓰이지 않는 파일을 지울까요?', 'Remove files that hang nowhere?'],
  'file.sweep.words': [
    '하루가 지나도록 어디에도 붙지 않은 파일과, 30일이 지났고 어떤 글·초안·팝업도 쓰지 않는 공개 파일이 지워져요.',
    'Those that have hung nowhere for a day, and public ones older than 30 days that no entry, draft or popup names.',
  ],
  'file.swept': ['{count}개, {size}를 비웠어요', '{count} removed, {size} freed'],
  'file.cancel': ['취소', 'Cancel'],
  'file.empty': ['올라온 파일이 없어요', 'No files yet'],
  'file.empty.words': [
    '문의에 붙인 파일과 글에 넣은 그림이 여기에 모여요.',
    'Files of inquiries and pictures of contents are listed here.',
  ],
  'file.none': ['여기에 맞는 파일이 없어요', 'No file fits'],
  'file.failed': ['파일 목록을 불러오지 못했어요', 'The files could not be loaded'],
  'file.failed.words': ['올라온 파일은 그대로 있어요.', 'The files themselves are safe.'],
});
