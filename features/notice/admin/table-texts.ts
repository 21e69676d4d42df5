// Words of the editor's tools for tables.
import { defineCatalog } from '@maru/kit/web/i18n/language.ts';

export const tableTexts = defineCatalog({
  'edtable.tools': ['표 도구', 'Table tools'],
  'edtable.rowBefore': ['위에 줄 넣기', 'Row above'],
  'edtable.rowAfter': ['아래에 줄 넣기', 'Row below'],
  'edtable.rowAway': ['줄 지우기', 'Delete row'],
  'edtable.columnBefore': ['왼쪽에 칸 넣기', 'Column left'],
  'edtable.columnAfter': ['오른쪽에 칸 넣기', 'Column right'],
  'edtable.columnAway': ['칸 지우기', 'Delete column'],
  'edtable.head': ['머리 줄로 바꾸기', 'Head row on or off'],
  'edtable.merge': ['칸 합치기', 'Merge cells'],
  'edtable.split': ['칸 나누기', 'Split cell'],
  'edtable.away': ['표 지우기', 'Delete table'],
});
