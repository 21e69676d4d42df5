// Games of another provider on the desk: what its report says that a day came to, beside our own rows; days that differ say by how much.
import { DataTable, type DeskColumn } from '@maru/kit/web/desk/data-table.tsx';
import { Loaded } from '@maru/kit/web/desk/loaded.tsx';
import { figure } from '@maru/kit/web/i18n/figures.ts';
import { type Text, useText } from '@maru/kit/web/i18n/use-text.ts';
import { useCall } from '@maru/kit/web/query.ts';
import { Badge, type Tone } from '@maru/kit/web/ui/marks.tsx';
import { EmptyState } from '@maru/kit/web/ui/states.tsx';
import { type GameDay, readGameDays } from '../admin-contract.ts';
import { slotDeskTexts } from './slot-desk-texts.ts';

const tones: Readonly<Record<GameDay['state'], Tone>> = { AGREES: 'good', DIFFERS: 'danger', MISSING: 'warn', WAITING: 'plain' };
const flows = ['debit', 'credit', 'rollback'] as const;
type T = Text<typeof slotDeskTexts>;

export function GameDays() {
  const t = useText(slotDeskTexts);
  const query = useCall(readGameDays, { keepsOld: true });
  // A site that never worked with another provider has nothing to compare.
  if (query.data !== undefined && query.data.provider === null && query.data.days.length === 0) return null;
  return (
    <section className="border-t border-line">
      <h2 className="px-4 pt-4 pb-1 text-14 font-bold laptop:px-6">{t('sd.days')}</h2>
      <p className="px-4 pb-3 text-12 text-mute laptop:px-6">{t('sd.days.words')}</p>
      <Loaded query={query} title={t('sd.days.failed')} rows={4}>
        {({ days }) =>
          days.length === 0 ? (
            <EmptyState isLow title={t('sd.days.none')} />
          ) : (
            <DataTable
              label={t('sd.days')}
              columns={columnsOf(t)}
              rows={days}
              keyOf={({ provider, date }) => `${provider} ${date}`}
              isTall
            />
          )
        }
      </Loaded>
    </section>
  );
}

const columnsOf = (t: T): DeskColumn<GameDay>[] => [
  { key: 'date', head: t('sd.day'), cell: ({ date }) => <b className="font-semibold whitespace-nowrap tabular-nums">{date}</b> },
  { key: 'provider', head: t('sd.house'), cell: ({ provider }) => <span className="whitespace-nowrap">{provider}</span> },
  { key: 'state', head: t('sd.day.state'), cell: ({ state }) => <Badge tone={tones[state]}>{t(`sd.day.${state}`)}</Badge> },
  ...flows.map(
    (flow): DeskColumn<GameDay> => ({
      key: flow,
      head: t(`sd.flow.${flow}`),
      isFigure: true,
      cell: ({ ours, told }) => <Flow t={t} ours={ours[flow]} told={told?.[flow]} />,
    }),
  ),
];

type Sum = GameDay['ours']['debit'];

/** Ours; under it the report's where it says otherwise. */
function Flow({ t, ours, told }: { t: T; ours: Sum; told: Sum | undefined }) {
  const isOther = told !== undefined && (told.count !== ours.count || told.amount !== ours.amount);
  const line = ({ amount, count }: Sum) => `${figure(amount)} (${count})`;
  return (
    <span className="flex flex-col items-end leading-tight whitespace-nowrap">
      <span>{line(ours)}</span>
      {isOther && <span className="text-12 text-danger">{t('sd.told', { sum: line(told) })}</span>}
    </span>
  );
}
