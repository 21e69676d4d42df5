// The second row of tools, while the cursor stands in a table: rows, columns, head row, cells made one or two.
import { useText } from '@maru/kit/web/i18n/use-text.ts';
import { IconButton } from '@maru/kit/web/ui/button.tsx';
import { type Editor, useEditorState } from '@tiptap/react';
import {
  BetweenHorizontalEnd,
  BetweenHorizontalStart,
  BetweenVerticalEnd,
  BetweenVerticalStart,
  Columns2,
  type LucideIcon,
  PanelTop,
  Rows2,
  TableCellsMerge,
  TableCellsSplit,
  Trash2,
} from 'lucide-react';
import { canChangeTable, changeTable, type TableAct, tableActs } from './editor-table.ts';
import { tableTexts } from './table-texts.ts';

const icons: Record<TableAct, LucideIcon> = {
  rowBefore: BetweenHorizontalStart,
  rowAfter: BetweenHorizontalEnd,
  rowAway: Rows2,
  columnBefore: BetweenVerticalStart,
  columnAfter: BetweenVerticalEnd,
  columnAway: Columns2,
  head: PanelTop,
  merge: TableCellsMerge,
  split: TableCellsSplit,
  away: Trash2,
};

export function TableTools({ editor }: { editor: Editor }) {
  const t = useText(tableTexts);
  const can = useEditorState({
    editor,
    selector: ({ editor: e }) => (e.isActive('table') ? tableActs.map((act) => canChangeTable(e, act)) : undefined),
  });
  if (!can) return null;
  return (
    <div role="toolbar" aria-label={t('edtable.tools')} className="flex flex-wrap gap-0.5 border-b border-line bg-sunken px-1.5 py-1">
      {tableActs.map((act, i) => {
        const Icon = icons[act];
        const takesAway = act === 'rowAway' || act === 'columnAway';
        return (
          <IconButton key={act} label={t(`edtable.${act}`)} size={28} disabled={!can[i]} onClick={() => changeTable(editor, act)}>
            <Icon size={16} className={takesAway ? 'text-danger' : undefined} />
          </IconButton>
        );
      })}
    </div>
  );
}
