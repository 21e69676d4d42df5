// A new game: kind and length, symbol, and its terms, which begin as those of a game like it; a second person agrees.
import { ReasonForm } from '@maru/kit/web/desk/reason-form.tsx';
import type { CallForm } from '@maru/kit/web/forms/call-form.ts';
import { useCallForm } from '@maru/kit/web/forms/use-call-form.ts';
import { useText, useWords } from '@maru/kit/web/i18n/use-text.ts';
import { refetch } from '@maru/kit/web/query.ts';
import { Select } from '@maru/kit/web/ui/choices.tsx';
import { Field } from '@maru/kit/web/ui/field.tsx';
import { usualCutoffMs } from '@maru/site/contract.ts';
import { addDeskOption, type DeskOption, type DeskTerms, listDeskOptions } from '../admin-contract.ts';
import { familyOf, roundCodes, type RoundCode } from '../round-codes.ts';
import { LimitsPart } from './game-fields.tsx';
import { gameFormOf } from './game-form-state.ts';
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

type New = DeskTerms & { game: RoundCode; stock: string; reason: string };

function useNewGame({ games, pointPrecision, onClose }: AddGameProps) {
  const first: New = { ...termsLike(games, 'R1'), game: 'R1', stock: '', reason: '' };
  const form = useCallForm({
    route: addDeskOption,
    start: first,
    labels: {},
    otherwise: 'reason',
    body: ({ game, stock, reason, ...terms }) => ({ game, ...(familyOf(game) !== 'P' && { stock }), terms, reason: reason.trim() }),
    onDone: () => {
      void refetch(listDeskOptions);
      onClose();
    },
  });
  return { form, terms: gameFormOf(form.values.game, form.values, form.set, pointPrecision) };
}

export function AddGame(props: AddGameProps) {
  const t = useText(gamesTexts);
  const { form, terms } = useNewGame(props);
  const { game, stock } = form.values;
  const isTaken = props.games.some((each) => each.code === game && (each.stock ?? '') === stock);
  const blocked =
    familyOf(game) !== 'P' && stock === ''
      ? t('rd.add.stock.none')
      : isTaken
        ? t('rd.add.taken')
        : terms.faults.size > 0
          ? t('rd.edit.wrong', { count: terms.faults.size })
          : undefined;
  return (
    <ReasonForm
      form={form}
      title={t('rd.add.title')}
      description={t('rd.add.words')}
      confirm={t('rd.add.confirm')}
      blocked={blocked}
      onClose={props.onClose}
    >
      <WhichGame {...props} form={form} />
      <OddsPart form={terms} />
      <LimitsPart form={terms} currency={props.currency} />
    </ReasonForm>
  );
}

const selectClass = 'flex h-11 w-full items-center justify-between gap-2 rounded-4 border border-edge/70 bg-surface px-3 text-14';

function WhichGame({ games, stocks, form }: AddGameProps & { form: CallForm<New> }) {
  const t = useText(gamesTexts);
  const words = useWords();
  const { game, stock } = form.values;
  const family = familyOf(game);
  const fitting = stocks.filter((each) => each.family === family);
  const kinds = roundCodes.map((value) => ({
    value,
    label: `${value} · ${t(`rd.add.family.${familyOf(value)}`)} ${lengthWords(t, value)}`,
  }));
  const symbols = [
    { value: '', label: t('rd.add.stock.none') },
    ...fitting.map((each) => ({ value: each.stock, label: `${words(each.name)} (${each.stock.split(':')[1]})` })),
  ];
  // Another kind begins with terms of its own.
  const choose = (next: RoundCode) => form.set({ ...termsLike(games, next), game: next, stock: '' });
  return (
    <>
      <Field label={t('rd.add.kind')}>
        {({ id }) => <Select id={id} label={t('rd.add.kind')} className={selectClass} value={game} onChange={choose} options={kinds} />}
      </Field>
      {family !== 'P' && (
        <Field label={t('rd.add.stock')}>
          {({ id }) => (
            <Select
              id={id}
              label={t('rd.add.stock')}
              className={selectClass}
              value={stock}
              onChange={form.at('stock').onChange}
              options={symbols}
            />
          )}
        </Field>
      )}
    </>
  );
}
