// A new game: kind and length, symbol, and its terms, which begin as those of a game like it; a second person agrees.
import { call } from '@maru/kit/web/api-client.ts';
import { usualCutoffMs } from '@maru/site/contract.ts';
import { ReasonDialog } from '@maru/kit/web/desk/reason-dialog.tsx';
import { useText, useWords } from '@maru/kit/web/i18n/use-text.ts';
import { refetch } from '@maru/kit/web/query.ts';
import { Select } from '@maru/kit/web/ui/choices.tsx';
import { Field } from '@maru/kit/web/ui/field.tsx';
import { useState } from 'react';
import { addDeskOption, type DeskOption, type DeskTerms, listDeskOptions } from '../admin-contract.ts';
import { familyOf, roundCodes, type RoundCode } from '../round-codes.ts';
import { LimitsPart } from './game-fields.tsx';
import { useGameForm } from './game-form-state.ts';
import { lengthWords } from './game-words.ts';
import { gamesTexts } from './games-texts.ts';
import { OddsPart } from './odds-part.tsx';

interface AddGameProps {
  games: readonly DeskOption[];
  stocks: readonly { stock: string; name: { ko: string; en: string }; family: 'R' | 'B' }[];
  currency: string;
  pointPrecision: number;
  onClose(): void;
}

/** As a game of its family has them, or as a plain one would. */
function termsLike(games: readonly DeskOption[], code: RoundCode): DeskTerms {
  const like = games.find((game) => game.code === code) ?? games.find((game) => familyOf(game.code) === familyOf(code));
  const plain = {
    minPoint: '1',
    maxPoint: '1000',
    maxRoundPoint: '2000',
    maxSidePoint: '100000',
    saleFee: '0.02',
    saleVolatility: '0.0001',
  };
  const odds: Record<string, string> = familyOf(code) === 'P' ? {} : { UP: '1.95', DOWN: '1.95' };
  return {
    ...plain,
    odds,
    ...like?.terms,
    isPlay: true,
    isInRound: false,
    isEarlySale: false,
    hours: null,
    cutoffSeconds: usualCutoffMs(code) / 1000,
  };
}

export function AddGame(props: AddGameProps) {
  const [code, setCode] = useState<RoundCode>('R1');
  return <AddForm key={code} {...props} code={code} onCode={setCode} />;
}

const selectClass = 'flex h-11 w-full items-center justify-between gap-2 rounded-4 border border-edge/70 bg-surface px-3 text-14';

function AddForm({
  games,
  stocks,
  currency,
  pointPrecision,
  onClose,
  code,
  onCode,
}: AddGameProps & { code: RoundCode; onCode(code: RoundCode): void }) {
  const t = useText(gamesTexts);
  const words = useWords();
  const form = useGameForm(code, termsLike(games, code), pointPrecision);
  const family = familyOf(code);
  const fitting = stocks.filter((each) => each.family === family);
  const [stock, setStock] = useState('');
  const isDraw = family === 'P';
  const isTaken = games.some((game) => game.code === code && (game.stock ?? '') === stock);
  const blocked =
    !isDraw && stock === ''
      ? t('rd.add.stock.none')
      : isTaken
        ? t('rd.add.taken')
        : form.faults.size > 0
          ? t('rd.edit.wrong', { count: form.faults.size })
          : undefined;
  return (
    <ReasonDialog
      title={t('rd.add.title')}
      description={t('rd.add.words')}
      confirm={t('rd.add.confirm')}
      blocked={blocked}
      onConfirm={async (reason) => {
        await call(addDeskOption, { body: { game: code, ...(isDraw ? {} : { stock }), terms: form.terms, reason } });
        void refetch(listDeskOptions);
      }}
      onClose={onClose}
    >
      <Field label={t('rd.add.kind')}>
        {({ id }) => (
          <Select
            id={id}
            label={t('rd.add.kind')}
            className={selectClass}
            value={code}
            onChange={onCode}
            options={roundCodes.map((value) => ({
              value,
              label: `${value} · ${t(`rd.add.family.${familyOf(value)}`)} ${lengthWords(t, value)}`,
            }))}
          />
        )}
      </Field>
      {!isDraw && (
        <Field label={t('rd.add.stock')}>
          {({ id }) => (
            <Select
              id={id}
              label={t('rd.add.stock')}
              className={selectClass}
              value={stock}
              onChange={setStock}
              options={[
                { value: '', label: t('rd.add.stock.none') },
                ...fitting.map((each) => ({ value: each.stock, label: `${words(each.name)} (${each.stock.split(':')[1]})` })),
              ]}
            />
          )}
        </Field>
      )}
      <OddsPart form={form} />
      <LimitsPart form={form} currency={currency} />
    </ReasonDialog>
  );
}
