// The slot on the desk: offered or not, what a spin may stake, and what its games give back, which nobody sets.
import { parseDecimal, readDecimal } from '@maru/engine/money/decimal.ts';
import { call } from '@maru/kit/web/api-client.ts';
import { BeforeAfter } from '@maru/kit/web/desk/before-after.tsx';
import { DataTable, type DeskColumn } from '@maru/kit/web/desk/data-table.tsx';
import { useCan } from '@maru/kit/web/desk/desk-site.ts';
import { Loaded } from '@maru/kit/web/desk/loaded.tsx';
import { DeskPage, DeskPanel, DeskPanels } from '@maru/kit/web/desk/page.tsx';
import { ReasonDialog } from '@maru/kit/web/desk/reason-dialog.tsx';
import { type Text, useText, useWords } from '@maru/kit/web/i18n/use-text.ts';
import { refetch, useCall } from '@maru/kit/web/query.ts';
import { toast } from '@maru/kit/web/toasts/toast-list.ts';
import { Button } from '@maru/kit/web/ui/button.tsx';
import { Switch } from '@maru/kit/web/ui/choices.tsx';
import { TextField } from '@maru/kit/web/ui/field.tsx';
import { useState } from 'react';
import { changeSlotDesk, readSlotDesk, type SlotDesk } from '../admin-contract.ts';
import { GameDays } from './game-days.tsx';
import { slotDeskTexts } from './slot-desk-texts.ts';

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
              <Terms key={JSON.stringify(data.terms)} desk={data} />
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

const stakes = ['minPoint', 'maxPoint'] as const;

function Terms({ desk }: { desk: SlotDesk }) {
  const t = useText(slotDeskTexts);
  const mayWrite = useCan('rounds.write');
  const standing = desk.terms ?? { isPlay: false, minPoint: '1', maxPoint: '100' };
  const [terms, setTerms] = useState(standing);
  const [isAsking, setAsking] = useState(false);
  const least = parseDecimal(terms.minPoint, desk.pointPrecision) ?? 0;
  const isWrong = (field: (typeof stakes)[number]) => {
    const read = readDecimal(terms[field], desk.pointPrecision);
    return typeof read !== 'number' || read <= 0 || read < least;
  };
  const isSame = desk.terms !== null && JSON.stringify(terms) === JSON.stringify(standing);
  return (
    <fieldset disabled={!mayWrite}>
      <div className="mb-4 flex min-h-9 items-center justify-between gap-3 text-13">
        <span>
          <span className="font-medium">{t('sd.isPlay')}</span> <span className="text-12 text-mute">{t('sd.isPlay.words')}</span>
        </span>
        <Switch label={t('sd.isPlay')} isOn={terms.isPlay} onChange={(isPlay) => setTerms({ ...terms, isPlay })} />
      </div>
      {stakes.map((field) => (
        <TextField
          key={field}
          label={t(`sd.${field}`)}
          inputMode="decimal"
          value={terms[field]}
          end={<span className="text-12 text-mute">{desk.currency}</span>}
          error={isWrong(field) ? t('sd.wrong', { least: field === 'minPoint' ? '0' : terms.minPoint, n: desk.pointPrecision }) : undefined}
          onChange={(event) => setTerms({ ...terms, [field]: event.target.value.replace(/[^\d.]/g, '').slice(0, 20) })}
        />
      ))}
      {mayWrite && (
        <Button look="brand" disabled={isSame || stakes.some(isWrong)} onClick={() => setAsking(true)}>
          {t('sd.save')}
        </Button>
      )}
      {isAsking && (
        <ReasonDialog
          title={t('sd.sure')}
          description={t('sd.sure.words')}
          confirm={t('sd.confirm')}
          onConfirm={async (reason) => {
            await call(changeSlotDesk, { body: { ...terms, reason } });
            toast({ title: t('sd.done'), kind: 'done' });
            void refetch(readSlotDesk);
          }}
          onClose={() => setAsking(false)}
        >
          <BeforeAfter
            before={desk.terms}
            after={terms}
            labels={{ isPlay: t('sd.isPlay'), minPoint: t('sd.minPoint'), maxPoint: t('sd.maxPoint') }}
          />
          <span className="mb-3 block" />
        </ReasonDialog>
      )}
    </fieldset>
  );
}
