// Words of the share card's buttons that only its own dialog knows.
import { defineCatalog } from '@maru/kit/web/i18n/language.ts';

export const shareTexts = defineCatalog({
  'share.copyImage': ['이미지 복사', 'Copy image'],
  'share.copiedImage': ['이미지를 복사했어요', 'Image copied'],
  'share.copyFailed': ['복사하지 못했어요. 이미지를 저장해 주세요.', 'It could not be copied. Please save the image.'],
  'share.heldShort': ['1분 미만', 'under 1 min'],
  'share.linkFailed': ['복사하지 못했어요', 'It could not be copied'],
});
