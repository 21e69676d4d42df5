// What stands beside a declared list: of a row once the list has it, never an empty form in its place.
import { expect, it } from 'vitest';
import { defineCatalog } from '../i18n/language.ts';
import { isBeside, type PageDefinition } from './page-definition.ts';

const texts = defineCatalog({ 'pd.new': ['새로', 'New'] });
type Page = Pick<PageDefinition<typeof texts, never, { id: number }>, 'side' | 'actions'>;
const Side = () => null;
const ofRow: Page = { side: { isOfRow: true, Side }, actions: [{ key: 'new', label: 'pd.new', opens: 'new' }] };

it.each([
  ['nothing is open', ofRow, '', undefined, false],
  ['its row is there', ofRow, '5', { id: 5 }, true],
  ['its row is still on its way, or gone', ofRow, '5', undefined, false],
  ['an action opens it', ofRow, 'new', undefined, true],
  ['it asks for what is open by itself', { side: { Side } } satisfies Page, '5', undefined, true],
  ['the page has none', {}, '5', { id: 5 }, false],
])('%s', (_, page: Page, open, row, stands) => expect(isBeside(page, open, row)).toBe(stands));
