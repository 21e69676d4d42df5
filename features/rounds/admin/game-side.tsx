// One game beside the list: its terms as a form, the guard at work while one types, and what a change does before it is made.
import { call } from '@maru/kit/web/api-client.ts';
import { useCan } from '@maru/kit/web/desk/desk-site.ts';
import { DetailSide } from '@maru/kit/web/desk/detail-side.tsx';
import { ReasonDialog } from '@maru/kit/web/desk/reason-dialog.tsx';
import type { CallForm, OpenForm } from '@maru/kit/web/forms/call-form.ts';
import { useCallForm } from '@maru/kit/web/forms/use-call-form.ts';
import { moment } from '@maru/kit/web/i18n/moments.ts';
import { useText } from '@maru/kit/web/i18n/use-text.ts';
import { refetch } from '@maru/kit/web/query.ts';
import { toast } from '@maru/kit/web/toasts/toast-list.ts';
import { Button } from '@maru/kit/web/ui/button.tsx';
import { useState } from 'react';
import { changeDeskOption, type DeskOption, type DeskTerms, listDeskOptions } from '../admin-contract.ts';
import { familyOf } from '../round-codes.ts';
import { LimitsPart, TimesPart } from './game-fields.tsx';
import { gameFormOf } from './game-form-state.ts';
import { firstRoundOf, numberOf, useGameName } from './game-words.ts';
import { gamesTexts } from './games-texts.ts';
import { OddsPart } from './odds-part.tsx';
import { TermChanges } from './term-changes.tsx';

interface GameSideProps {
  game: DeskOption;
  currency: string;
  pointPrecision: number;
  onClose(): void;
}

/** A game that another operator has changed starts its form anew: `key` is its content hash. */
export function GameSide({ game, currency, pointPrecision, onClose }: GameSideProps) {
  const t = useText(gamesTexts);
  const nameOf = useGameName();
  const mayWrite = useCan('rounds.write');
  const typed = useCallForm<OpenForm, DeskTerms, void>({ start: game.terms, labels: {} });
  const form = gameFormOf(game.code, typed.values, typed.set, pointPrecision);
  const [isAsking, setAsking] = useState(false);
  const wrong = form.faults.size;
  const words = wrong > 0 ? t('rd.edit.wrong', { count: wrong }) : typed.isDirty ? undefined : t('rd.edit.same');
  return (
    <DetailSide
      title={t('rd.edit.title', { name: nameOf(game) })}
      onClose={onClose}
      foot={
        mayWrite && (
          <>
            {words && <span className="mr-auto self-center text-12 text-mute">{words}</span>}
            <Button look="brand" disabled={words !== undefined} onClick={() => setAsking(true)}>
              {t('rd.edit.review')}
            </Button>
          </>
        )
      }
    >
      <TermState game={game} />
      <form
        {...typed.form}
        onSubmit={(event) => {
          event.preventDefault();
          if (words === undefined) setAsking(true);
        }}
      >
        {/* What may not be changed is shown, and takes no typing. */}
        <fieldset disabled={!mayWrite} className="min-w-0">
          <OddsPart form={form} />
          <LimitsPart form={form} currency={currency} />
          <TimesPart form={form} />
        </fieldset>
      </form>
      {/* Beside the form: what its own form submits would submit this one too. */}
      {isAsking && <ChangeDialog game={game} typed={typed} onClose={() => setAsking(false)} />}
    </DetailSide>
  );
}

function TermState({ game: { termState, holdsFrom, durationSeconds } }: { game: DeskOption }) {
  const t = useText(gamesTexts);
  if (termState !== 'COMING' && termState !== 'WAITING') return null;
  const startAt = Date.parse(holdsFrom?.startAt ?? '');
  return (
    <output className="block rounded-6 bg-brand-tint px-3 py-2 text-13 text-brand">
      {holdsFrom === null
        ? t('rd.term.waiting.long')
        : t('rd.term.coming.long', {
            n: numberOf({ startAt, endAt: startAt + durationSeconds * 1000 }),
            at: moment(holdsFrom.betOpenAt, 'time'),
          })}
    </output>
  );
}

function ChangeDialog({ game, typed, onClose }: { game: DeskOption; typed: CallForm<DeskTerms>; onClose(): void }) {
  const t = useText(gamesTexts);
  const name = useGameName()(game);
  const isInside = familyOf(game.code) === 'P' || game.terms.isInRound;
  return (
    <ReasonDialog
      title={t('rd.edit.sure', { name })}
      description={t('rd.edit.from', firstRoundOf(game.code, game.terms.cutoffSeconds * 1000, isInside))}
      confirm={t('rd.edit.save')}
      sends={typed}
      onConfirm={async (reason) => {
        try {
          await call(changeDeskOption, { body: { tradeOptionId: game.tradeOptionId, print: game.print, terms: typed.values, reason } });
          toast({ title: t('rd.edit.done'), kind: 'done' });
        } finally {
          void refetch(listDeskOptions);
        }
      }}
      onClose={onClose}
    >
      <TermChanges code={game.code} before={game.terms} after={typed.values} />
      <p className="my-3 text-12 text-mute">{t('rd.edit.second')}</p>
    </ReasonDialog>
  );
}
