// Trading holidays on the desk: which are to come, which market each closes, and entering, changing or taking back one.
import { call } from '@maru/kit/web/api-client.ts';
import { defineDeskPage } from '@maru/kit/web/desk/define-page.tsx';
import { tableMoment } from '@maru/kit/web/i18n/moments.ts';
import { currentLanguage } from '@maru/kit/web/i18n/language.ts';
import { refetch } from '@maru/kit/web/query.ts';
import { type DeskHoliday, listHolidays, removeHoliday, saveHoliday } from '../admin-contract.ts';
import { holidayColumns } from '../holiday-list-contract.ts';
import { HolidayDialog } from './holiday-dialog.tsx';
import { holidayTexts } from './holiday-texts.ts';
import { PriceTabs } from './price-tabs.tsx';

/** What holds or is to come first, by date; what is over after it, the newest first. */
const inOrder = (all: readonly DeskHoliday[]) => [
  ...all.filter(({ state }) => state !== 'OVER'),
  ...all.filter(({ state }) => state === 'OVER').toReversed(),
];
const isAhead = ({ state }: DeskHoliday) => state !== 'OVER';

export const HolidaysPage = defineDeskPage({
  texts: holidayTexts,
  title: 'hd.title',
  line: 'hd.words',
  tabs: <PriceTabs view="holidays" />,
  list: {
    route: listHolidays,
    columns: holidayColumns,
    looks: {
      days: { namesRow: true },
      state: { tone: ({ state }) => (state === 'NOW' ? 'warn' : 'plain') },
      closed: ({ closesAt, endsAt }) => (
        <span className="text-sub tablet:whitespace-nowrap">{`${tableMoment(closesAt, false)} ~ ${tableMoment(endsAt, false)}`}</span>
      ),
    },
    rows: inOrder,
    keyOf: ({ id }) => id,
    empty: ['hd.none', 'hd.none.words'],
    failed: ['hd.failed'],
  },
  actions: [{ key: 'new', label: 'hd.new', may: saveHoliday, look: 'brand', form: HolidayDialog }],
  acts: [
    { key: 'change', label: 'hd.change', may: saveHoliday, when: isAhead, form: HolidayDialog },
    {
      key: 'remove',
      label: 'hd.remove',
      may: removeHoliday,
      when: isAhead,
      look: 'danger',
      ask: {
        title: (t, { name }) => t('hd.remove.title', { name: name[currentLanguage()] }),
        words: (t, { state }) => t(state === 'NOW' ? 'hd.remove.now' : 'hd.remove.words'),
        confirm: 'hd.remove.do',
        call: async ({ id }, reason) => {
          await call(removeHoliday, { body: { id, reason } });
          await refetch(listHolidays);
        },
      },
    },
  ],
});
