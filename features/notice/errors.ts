// What can go wrong when notices and popups are written.
import { defineErrors } from '@maru/kit/contract/errors.ts';

export const noticeErrors = defineErrors({
  CONTENT_EMPTY: {
    status: 400,
    ko: '보여 줄 내용이 남지 않아요. 스크립트와 알 수 없는 태그는 지워져요.',
    en: 'Nothing is left to show: scripts and unknown tags are removed.',
    field: 'content',
  },
  PICTURE_ADDRESS: {
    status: 400,
    ko: '이미지 팝업에는 이 사이트에 올린 이미지 주소를 적어 주세요.',
    en: 'A picture popup needs the address of a picture uploaded to this site.',
    field: 'content',
  },
  CATEGORY_OTHER: {
    status: 400,
    ko: '이 게시판에 없는 분류예요.',
    en: 'This board has no such category.',
    field: 'category',
  },
  DATES_TURNED: {
    status: 400,
    ko: '끝나는 때가 시작하는 때보다 빨라요.',
    en: 'The end lies before the start.',
    field: 'endDate',
  },
});
