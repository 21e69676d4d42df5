// What a chart's alert lines and the bells that lead to price alerts say; the dialog's own words come with it.
import { defineCatalog } from '@maru/kit/web/i18n/language.ts';

export const alertTexts = defineCatalog({
  'alert.open': ['{name} 가격 알림', 'Price alerts of {name}'],
  'alert.line': ['알림', 'Alert'],
  'alert.move': ['{name} 알림 가격 옮기기', 'Move the alert of {name}'],
  'alert.delete': ['알림 지우기', 'Delete the alert'],
  'alert.moved': ['알림 가격을 바꿨어요', 'Alert moved'],
  'alert.deleted': ['알림을 지웠어요', 'Alert deleted'],
  'alert.failed': ['알림을 바꾸지 못했어요', 'The alert could not be changed'],
  'alert.undo': ['되돌리기', 'Undo'],
});
