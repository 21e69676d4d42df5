// Cells of the list of past rounds, the games that narrow it, and the list as a file.
import { shownDecimals } from '@maru/kit/contract/point-decimals.ts';
import { call, type CallOptions } from '@maru/kit/web/api-client.ts';
import { downloadCsv } from '@maru/kit/web/csv.ts';
import type { Looks } from '@maru/kit/web/desk/list-columns.tsx';
import { figure } from '@maru/kit/web/i18n/figures.ts';
import type { Text } from '@maru/kit/web/i18n/use-text.ts';
import { useCall } from '@maru/kit/web/query.ts';
import { toast } from '@maru/kit/web/toasts/toast-list.ts';
import type { SelectOption } from '@maru/kit/web/ui/choices.tsx';
import { Figure } from '@maru/kit/web/ui/figure.tsx';
import { useMemo } from 'react';
import { listDeskOptions } from '../admin-contract.ts';
import { type DeskRound, exportRounds } from '../desk-contract.ts';
import { roundNumber } from '../web/round-board.ts';
import { useGameName } from './game-words.ts';
import { pricesOf, ResultBadge } from './result-badge.tsx';
import type { deskRoundsTexts } from './rounds-texts.ts';

type T = Text<typeof deskRoundsTexts>;

/** As the first column reads: the server lists them as they took their first bet. */
export const byStart = (a: DeskRound, b: DeskRound) => Date.parse(b.startAt) - Date.parse(a.startAt) || b.tradeRoundId - a.tradeRoundId;

export function useGames(): Readonly<Record<string, readonly SelectOption<string>[]>> {
  const nameOf = useGameName();
  const games = useCall(listDeskOptions);
  return { game: games.data?.options.map((each) => ({ value: String(each.tradeOptionId), label: nameOf(each) })) ?? [] };
}

export function useRoundLooks(t: T, currency = 'USDT'): Looks<DeskRound> {
  const nameOf = useGameName();
  return useMemo(() => looksOf(t, nameOf, shownDecimals(currency)), [t, nameOf, currency]);
}

function looksOf(t: T, nameOf: ReturnType<typeof useGameName>, decimals: number): Looks<DeskRound> {
  const none = <span className="text-mute">–</span>;
  const amount = (value: string | null) => (value === null ? none : <Figure value={value} decimals={decimals} />);
  return {
    time: { isFigure: false, width: '128px' },
    round: {
      namesRow: true,
      cell: (round) => (
        <span className="whitespace-nowrap">
          <b className="font-semibold">{nameOf(round)}</b> <span className="text-mute">{t('rv.number', { n: roundNumber(round) })}</span>
        </span>
      ),
    },
    result: (round) => <ResultBadge round={round} />,
    prices: pricesOf,
    bets: ({ bets }) => figure(String(bets)),
    staked: ({ staked }) => amount(staked),
    paid: ({ paid }) => amount(paid),
    kept: ({ kept }) =>
      kept === null ? none : <Figure value={kept} decimals={decimals} sign className={kept.startsWith('-') ? 'text-danger' : ''} />,
    evidence: { isFigure: true, isQuiet: true },
  };
}

export async function saveRounds({ tradeOptionId, ...asked }: Readonly<Record<string, string>>, reason: string, t: T): Promise<void> {
  const game = tradeOptionId === undefined ? {} : { tradeOptionId: Number(tradeOptionId) };
  const file = await call(exportRounds, { body: { ...game, ...asked, reason } as CallOptions<typeof exportRounds>['body'] & object });
  downloadCsv(file.name, file.csv);
  toast({ title: t('rv.export.done', { count: file.rows }), kind: 'done', ...(file.isCut && { line: t('rv.export.cut') }) });
}
