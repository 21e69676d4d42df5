// What can go wrong with files.
import { defineErrors } from '@maru/kit/contract/errors.ts';

export const fileErrors = defineErrors({
  FILE_TYPE_REFUSED: {
    status: 415,
    ko: '사진(PNG, JPG, WEBP, GIF)과 PDF만 올릴 수 있어요.',
    en: 'Only pictures (PNG, JPG, WEBP, GIF) and PDF can be uploaded.',
    field: 'file',
  },
  FILE_BROKEN: {
    status: 400,
    ko: '사진을 읽을 수 없어요. 다른 파일로 올려 주세요.',
    en: 'The picture could not be read. Please try another file.',
    field: 'file',
  },
  FILE_DAY_LIMIT: {
    status: 429,
    ko: '하루에 올릴 수 있는 파일 수를 다 썼어요. 내일 다시 올려 주세요.',
    en: 'You have reached today’s number of uploads. Please try again tomorrow.',
    field: 'file',
  },
  FILE_UNKNOWN: {
    status: 400,
    ko: '올린 파일을 찾을 수 없어요. 다시 올려 주세요.',
    en: 'The uploaded file was not found. Please upload it again.',
    field: 'fileIds',
  },
});
