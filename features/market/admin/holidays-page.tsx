// Trading holidays on the desk: which are to come, which market each closes, and entering, changing or taking back one.
import { call } from '@maru/kit/web/api-client.ts';
import { DataTable, type DeskColumn } from '@maru/kit/web/desk/data-table.tsx';
import { useMay } from '@maru/kit/web/desk/desk-site.ts';
import { Loaded } from '@maru/kit/web/desk/loaded.tsx';
import { DeskPage } from '@maru/kit/web/desk/page.tsx';
import { ReasonDialog } from '@maru/kit/web/desk/reason-dialog.tsx';
import { tableMoment } from '@maru/kit/web/i18n/moments.ts';
import { type Text, useText, useWords } from '@maru/kit/web/i18n/use-text.ts';
import { refetch, useCall } from '@maru/kit/web/query.ts';
import { Button } from '@maru/kit/web/ui/button.tsx';
import { Badge, type Tone } from '@maru/kit/web/ui/marks.tsx';
import { EmptyState } from '@maru/kit/web/ui/states.tsx';
import { useState } from 'react';
import { type DeskHoliday, listHolidays, removeHoliday, saveHoliday } from '../admin-contract.ts';
import { HolidayDialog } from './holiday-dialog.tsx';
import { holidayTexts } from './holiday-texts.ts';
import { PriceTabs } from './price-tabs.tsx';

const tones: Readonly<Record<DeskHoliday['state'], Tone>> = { COMING: 'plain', NOW: 'warn', OVER: 'plain' };
type Asked = { what: 'save'; of?: DeskHoliday } | { what: 'remove'; of: DeskHoliday };

export function HolidaysPage() {
  const t = useText(holidayTexts);
  const query = useCall(listHolidays, { keepsOld: true });
  const may = useMay(saveHoliday);
  const [asked, setAsked] = useState<Asked>();
  const columns = useColumns(t, may ? setAsked : undefined);
  const close = () => setAsked(undefined);
  return (
    <DeskPage
      title={t('hd.title')}
      line={t('hd.words')}
      actions={
        may && (
          <Button look="brand" size={32} onClick={() => setAsked({ what: 'save' })}>
            {t('hd.new')}
          </Button>
        )
      }
    >
      <PriceTabs view="holidays" />
      <Loaded query={query} title={t('hd.failed')} rows={6}>
        {(all) =>
          all.length === 0 ? (
            <EmptyState title={t('hd.none')}>{t('hd.none.words')}</EmptyState>
          ) : (
            <DataTable label={t('hd.title')} columns={columns} rows={inOrder(all)} keyOf={({ id }) => id} />
          )
        }
      </Loaded>
      {asked?.what === 'save' && <HolidayDialog {...(asked.of && { of: asked.of })} onClose={close} />}
      {asked?.what === 'remove' && <RemoveDialog of={asked.of} onClose={close} />}
    </DeskPage>
  );
}

/** What holds or is to come first, by date; what is over after it, the newest first. */
function inOrder(all: readonly DeskHoliday[]): DeskHoliday[] {
  const [over, coming] = [all.filter(({ state }) => state === 'OVER'), all.filter(({ state }) => state !== 'OVER')];
  return [...coming, ...over.toReversed()];
}

function RemoveDialog({ of: { id, name, state }, onClose }: { of: DeskHoliday; onClose(): void }) {
  const t = useText(holidayTexts);
  const words = useWords();
  return (
    <ReasonDialog
      title={t('hd.remove.title', { name: words(name) })}
      description={t(state === 'NOW' ? 'hd.remove.now' : 'hd.remove.words')}
      confirm={t('hd.remove.do')}
      look="danger"
      onConfirm={async (reason) => {
        await call(removeHoliday, { body: { id, reason } });
        await refetch(listHolidays);
      }}
      onClose={onClose}
    />
  );
}

function useColumns(t: Text<typeof holidayTexts>, ask: ((asked: Asked) => void) | undefined): DeskColumn<DeskHoliday>[] {
  const words = useWords();
  return [
    {
      key: 'days',
      head: t('hd.days'),
      cell: ({ from, to }) => <b className="font-semibold whitespace-nowrap tabular-nums">{from === to ? from : `${from} ~ ${to}`}</b>,
    },
    { key: 'name', head: t('hd.name'), cell: ({ name }) => <span className="whitespace-nowrap">{words(name)}</span> },
    { key: 'market', head: t('hd.market'), cell: ({ market }) => <span className="whitespace-nowrap">{t(`hd.market.${market}`)}</span> },
    {
      key: 'state',
      head: t('hd.state'),
      cell: ({ state }) => <Badge tone={tones[state]}>{t(`hd.state.${state}`)}</Badge>,
    },
    {
      key: 'closed',
      head: t('hd.closed'),
      cell: ({ closesAt, endsAt }) => (
        <span className="whitespace-nowrap text-sub tabular-nums">{`${tableMoment(closesAt, false)} ~ ${tableMoment(endsAt, false)}`}</span>
      ),
    },
    {
      key: 'do',
      head: '',
      isFigure: true,
      width: '120px',
      isAtHand: true,
      cell: (of) =>
        ask &&
        of.state !== 'OVER' && (
          <span className="flex justify-end gap-4 text-12 font-semibold whitespace-nowrap">
            <button type="button" className="touch hover:text-brand" onClick={() => ask({ what: 'save', of })}>
              {t('hd.change')}
            </button>
            <button type="button" className="touch text-danger" onClick={() => ask({ what: 'remove', of })}>
              {t('hd.remove')}
            </button>
          </span>
        ),
    },
  ];
}
