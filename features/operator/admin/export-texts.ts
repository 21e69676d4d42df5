// Words of exports.
import { defineCatalog } from '@maru/kit/web/i18n/language.ts';

export const exportTexts = defineCatalog({
  'ex.title': ['내보내기', 'Exports'],
  'ex.words': [
    '목록 전체를 CSV로 만들어요. 가린 정보는 파일에서도 가려지고, 시작과 끝과 받기가 감사 기록에 남아요.',
    'Whole lists as CSV. What is masked stays masked in the file; start, end and each download are kept in the audit log.',
  ],
  'ex.failed': ['내보내기를 불러오지 못했어요', 'The exports could not be loaded'],
  'ex.denied': ['이 브랜드에서 내보낼 수 있는 목록이 없어요.', 'There is nothing that you may export at this brand.'],
  'ex.none': ['내보낸 것이 없어요', 'Nothing was exported yet'],
  'ex.none.words': ['위에서 목록을 고르면 여기에서 진행을 볼 수 있어요.', 'Choose a list above and follow it here.'],
  'ex.list': ['내 내보내기', 'My exports'],
  'ex.ask': ['{name} 내보내기', 'Export: {name}'],
  'ex.ask.words': [
    '다 되면 여기에서 받을 수 있고, 하루 뒤에 지워져요.',
    'The file waits here when it is done, and is deleted after a day.',
  ],
  'ex.ask.do': ['내보내기', 'Export'],
  'ex.asked': ['{name} 내보내기를 시작했어요', 'The export of {name} began'],
  'ex.days': ['기간', 'Days'],
  'ex.days.words': ['비우면 전체', 'Empty: all of it'],
  'ex.progress': ['진행', 'Progress'],
  'ex.counting': ['세는 중', 'counting'],
  'ex.of': ['{rows} / {total}행', '{rows} of {total} rows'],
  'ex.done': ['{rows}행 · {size}', '{rows} rows · {size}'],
  'ex.alone': [
    '회원은 하루 {most}명까지 혼자 받을 수 있어요(CSV로 받은 것도 더해요). 넘으면 다른 운영자가 승인해야 만들어요.',
    'One person takes {most} members a day alone, those taken as CSV among them. Beyond that another operator must agree.',
  ],
  'ex.request': ['승인 요청 {id}', 'request {id}'],
  'ex.take': ['받기', 'Download'],
  'ex.cancel': ['그만두기', 'Cancel'],
  'ex.delete': ['지우기', 'Delete'],
});
