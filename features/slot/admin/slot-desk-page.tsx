// The slot on the desk: offered or not, what a spin may stake, and what its games give back, which nobody sets.
import { DataTable, type DeskColumn } from '@maru/kit/web/desk/data-table.tsx';
import { Loaded } from '@maru/kit/web/desk/loaded.tsx';
import { DeskPage, DeskPanel, DeskPanels } from '@maru/kit/web/desk/page.tsx';
import { type Text, useText, useWords } from '@maru/kit/web/i18n/use-text.ts';
import { useCall } from '@maru/kit/web/query.ts';
import { readSlotDesk, type SlotDesk } from '../admin-contract.ts';
import { GameDays } from './game-days.tsx';
import { slotDeskTexts } from './slot-desk-texts.ts';
import { SlotTermsForm } from './slot-terms.tsx';

export function SlotDeskPage() {
  const t = useText(slotDeskTexts);
  const desk = useCall(readSlotDesk);
  return (
    <DeskPage title={t('sd.title')} line={t('sd.rule')}>
      <Loaded query={desk} title={t('sd.failed')} rows={6}>
        {(data) => (
          <DeskPanels columns="minmax(0, 1fr) 400px" className="flex-1 border-b-0">
            <DeskPanel title={t('sd.games')} className="px-0! *:first:px-4 laptop:*:first:px-6">
              <Games games={data.games} />
            </DeskPanel>
            <DeskPanel title={t('sd.terms')} aside={data.hasProduct ? undefined : t('sd.off')}>
              <SlotTermsForm key={JSON.stringify(data.terms)} desk={data} />
            </DeskPanel>
          </DeskPanels>
        )}
      </Loaded>
      <GameDays />
    </DeskPage>
  );
}

type Game = SlotDesk['games'][number];

function Games({ games }: { games: readonly Game[] }) {
  const t = useText(slotDeskTexts);
  const words = useWords();
  return <DataTable label={t('sd.games')} columns={columnsOf(t, words)} rows={games} keyOf={({ slotId }) => slotId} />;
}

const columnsOf = (t: Text<typeof slotDeskTexts>, words: (name: Game['name']) => string): DeskColumn<Game>[] => [
  { key: 'game', head: t('sd.game'), cell: ({ name }) => <b className="font-semibold">{words(name)}</b> },
  { key: 'return', head: t('sd.return'), isFigure: true, cell: ({ returnPercent }) => `${returnPercent}%` },
  { key: 'hit', head: t('sd.hit'), isFigure: true, cell: ({ hitPercent }) => `${hitPercent}%` },
  { key: 'most', head: t('sd.most'), isFigure: true, cell: ({ mostPays }) => t('sd.times', { times: mostPays }) },
];
