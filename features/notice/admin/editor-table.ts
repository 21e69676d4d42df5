// Tables in the editor, as plain as the server keeps them: rows of cells and head cells without style, with tools for rows and columns.
import { type Editor, Extension, Node } from '@tiptap/core';
import {
  addColumnAfter,
  addColumnBefore,
  addRowAfter,
  addRowBefore,
  deleteColumn,
  deleteRow,
  deleteTable,
  goToNextCell,
  mergeCells,
  splitCell,
  tableEditing,
  toggleHeaderRow,
} from '@tiptap/pm/tables';

/** One when it says nothing sensible; a paste with a span of thousands would hold up the page. */
const SPAN_MAX = 30;
const spanOf = (name: 'colspan' | 'rowspan') => ({
  default: 1,
  parseHTML: (cell: HTMLElement) => Math.min(SPAN_MAX, Math.max(1, Number.parseInt(cell.getAttribute(name) ?? '1', 10) || 1)),
  renderHTML: (attributes: Record<string, unknown>) => (Number(attributes[name]) > 1 ? { [name]: attributes[name] } : {}),
});
/** `colwidth` is asked for by the table commands; no width is ever kept. */
const cellAttributes = () => ({
  colspan: spanOf('colspan'),
  rowspan: spanOf('rowspan'),
  colwidth: { default: null, parseHTML: () => null, renderHTML: () => ({}) },
});

/** What the table commands know a part by. */
declare module '@tiptap/core' {
  interface NodeConfig {
    tableRole?: 'table' | 'row' | 'cell' | 'header_cell';
  }
}

const TableRoles = Extension.create({
  name: 'tableRoles',
  extendNodeSchema: (extension) => {
    const role = (extension.config as { tableRole?: string }).tableRole;
    return role === undefined ? {} : { tableRole: role };
  },
  addProseMirrorPlugins: () => [tableEditing()],
  addKeyboardShortcuts() {
    // Past the last cell Tab leaves the editor, as everywhere.
    const go = (way: 1 | -1) => () => goToNextCell(way)(this.editor.state, this.editor.view.dispatch);
    return { Tab: go(1), 'Shift-Tab': go(-1) };
  },
});

const Cell = Node.create({
  name: 'tableCell',
  tableRole: 'cell',
  content: 'block+',
  isolating: true,
  addAttributes: cellAttributes,
  parseHTML: () => [{ tag: 'td' }],
  renderHTML: ({ HTMLAttributes }) => ['td', HTMLAttributes, 0],
});

const HeadCell = Node.create({
  name: 'tableHeader',
  tableRole: 'header_cell',
  content: 'block+',
  isolating: true,
  addAttributes: cellAttributes,
  parseHTML: () => [{ tag: 'th' }],
  renderHTML: ({ HTMLAttributes }) => ['th', HTMLAttributes, 0],
});

const Row = Node.create({
  name: 'tableRow',
  tableRole: 'row',
  content: '(tableCell | tableHeader)*',
  parseHTML: () => [{ tag: 'tr' }],
  renderHTML: () => ['tr', 0],
});

const Table = Node.create({
  name: 'table',
  tableRole: 'table',
  group: 'block',
  content: 'tableRow+',
  isolating: true,
  parseHTML: () => [{ tag: 'table' }],
  renderHTML: () => ['table', ['tbody', 0]],
});

export const tableParts = [TableRoles, Table, Row, HeadCell, Cell];

export const newTable =
  '<table><tbody><tr><th><p></p></th><th><p></p></th></tr><tr><td><p></p></td><td><p></p></td></tr><tr><td><p></p></td><td><p></p></td></tr></tbody></table><p></p>';

const commands = {
  rowBefore: addRowBefore,
  rowAfter: addRowAfter,
  rowAway: deleteRow,
  columnBefore: addColumnBefore,
  columnAfter: addColumnAfter,
  columnAway: deleteColumn,
  head: toggleHeaderRow,
  merge: mergeCells,
  split: splitCell,
  away: deleteTable,
} as const;
export type TableAct = keyof typeof commands;
export const tableActs = Object.keys(commands) as TableAct[];

/** Whether it can be done where the cursor stands. */
export const canChangeTable = (editor: Editor, act: TableAct): boolean => commands[act](editor.state);

export function changeTable(editor: Editor, act: TableAct): void {
  commands[act](editor.state, editor.view.dispatch);
  editor.view.focus();
}
