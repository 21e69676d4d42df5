// A back-office page out of its declaration: head with note and actions, the list with its filters, acts on rows, a form beside it or what is open.
import { useNavigate } from '@tanstack/react-router';
import { type ComponentType, useMemo, useState } from 'react';
import type { Catalog } from '../i18n/language.ts';
import { useNewText } from '../i18n/use-text.ts';
import { ActButton, actColumn, type Chosen, ChosenAct } from './acts.tsx';
import { DeskList, type ListState, type ShownList, useDeskList } from './desk-list.tsx';
import { useMayAll } from './desk-site.ts';
import { SplitView } from './detail-side.tsx';
import { ListFile } from './list-file.tsx';
import { filterDefaults } from './list-filters.ts';
import { DeskPage, DeskPanels } from './page.tsx';
import { type AnyRoute, isBeside, type PageDefinition } from './page-definition.ts';
import { useUrlState } from './url-state.ts';

export function defineDeskPage<C extends Catalog, R extends AnyRoute, Row extends object>(
  page: PageDefinition<C, R, Row>,
): ComponentType<object> {
  return function DeclaredPage() {
    const t = useNewText(page.texts);
    const { state, open, openRow } = useAddress(page);
    const list = useDeskList(page.list, state, t);
    const [chosen, setChosen] = useState<Chosen<C>>();
    const ask = (wanted: Chosen<C>) =>
      'opens' in wanted.act ? state.change({ open: wanted.act.opens, page: state.page }) : setChosen(wanted);
    const { title, line, note, tabs, beside, side, Badges } = page;
    const { reply } = list;
    const body = <Body {...{ page, list, open, openRow }} onAsk={ask} />;
    const mayStandBeside = useMayAll()(beside?.may);
    const opened = list.rows.find((row) => String(page.list.keyOf(row)) === open);
    const sideShown = side && isBeside(page, open, opened) && (
      <side.Side key={open} {...{ open, reply }} row={opened} onClose={() => openRow(undefined)} />
    );
    return (
      <DeskPage
        title={t(title)}
        note={typeof note === 'string' ? t(note) : note && reply !== undefined && note(t, reply)}
        line={line && t(line)}
        badges={Badges && reply !== undefined && <Badges reply={reply} />}
        actions={<Actions page={page} list={list} onAsk={ask} />}
      >
        {tabs}
        {beside && mayStandBeside ? (
          <DeskPanels columns={beside.columns} className="flex-1 border-b-0">
            {beside.isFirst && <beside.Form reply={reply} />}
            {body}
            {!beside.isFirst && <beside.Form reply={reply} />}
          </DeskPanels>
        ) : side ? (
          <SplitView {...(side.px && { sidePx: side.px })} list={body} side={sideShown} />
        ) : (
          body
        )}
        {chosen && <ChosenAct {...chosen} t={t} onClose={() => setChosen(undefined)} />}
      </DeskPage>
    );
  };
}

/** Filters, page and what is open, as the address says; a row of a page of its own leads there. */
function useAddress<C extends Catalog, R extends AnyRoute, Row extends object>({ list, side }: PageDefinition<C, R, Row>) {
  const { filters, keyOf, leads } = list;
  const navigate = useNavigate();
  const [address, change] = useUrlState(useMemo(() => ({ ...filterDefaults(filters ?? []), page: 0, open: '' }), [filters]));
  const { page, open, ...values } = address;
  const state: ListState = { values, page, change };
  const show = (row: Row | undefined) => {
    if (row !== undefined && leads) void navigate({ to: leads(row) as never });
    else change({ open: row === undefined ? '' : String(keyOf(row)), page });
  };
  return { state, open, openRow: side || leads ? show : () => {} };
}

interface PartProps<C extends Catalog, R extends AnyRoute, Row extends object> {
  page: PageDefinition<C, R, Row>;
  list: ShownList<C, R, Row>;
  onAsk(chosen: Chosen<C>): void;
}

function Body<C extends Catalog, R extends AnyRoute, Row extends object>({
  page,
  list,
  open,
  openRow,
  onAsk,
}: PartProps<C, R, Row> & { open: string; openRow(row: Row | undefined): void }) {
  const may = useMayAll();
  const { acts = [], side, Above, Below, title, list: part } = page;
  const possible = acts.filter((act) => may(act.may));
  const isOpening = side !== undefined || part.leads !== undefined;
  const opened = list.rows.find((row) => String(part.keyOf(row)) === open);
  return (
    <DeskList
      list={list}
      title={title}
      acts={possible.length > 0 ? actColumn(possible, list.t, onAsk, part.isTall ? 32 : 24) : undefined}
      onOpen={isOpening ? openRow : undefined}
      openKey={opened && part.keyOf(opened)}
      Above={Above}
      Below={Below}
    />
  );
}

/** Beside the title: what may be done of it all, and the page as a file. */
function Actions<C extends Catalog, R extends AnyRoute, Row extends object>({ page, list, onAsk }: PartProps<C, R, Row>) {
  const may = useMayAll();
  const { actions = [], file, Lead } = page;
  const { t, reply } = list;
  return (
    <>
      {Lead && <Lead />}
      {actions
        .filter((act) => may(act.may) && (act.when?.(reply) ?? true))
        .map((act) => (
          <ActButton key={act.key} act={act} of={reply} t={t} onAsk={onAsk} asked={list.asked} />
        ))}
      {file && may(file) && <ListFile file={file} list={list} />}
    </>
  );
}
