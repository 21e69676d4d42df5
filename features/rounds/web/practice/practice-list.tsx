// Past practice bets of a game, a page after the other.
import { call } from '@maru/kit/web/api-client.ts';
import { messageOf } from '@maru/kit/web/failure.ts';
import { useText } from '@maru/kit/web/i18n/use-text.ts';
import { useCall } from '@maru/kit/web/query.ts';
import { toast } from '@maru/kit/web/toasts/toast-list.ts';
import { Button } from '@maru/kit/web/ui/button.tsx';
import { SkeletonRows } from '@maru/kit/web/ui/skeleton.tsx';
import { EmptyState, FailingState } from '@maru/kit/web/ui/states.tsx';
import { useState } from 'react';
import type { TradeOption } from '../../contract.ts';
import { type PracticeBet, practiceHistory } from '../../practice-contract.ts';
import { PastBet } from '../my-bets.tsx';
import { practiceTexts } from './practice-texts.ts';

const SIZE = '20';

export function PracticeList({ option }: { option: TradeOption }) {
  const t = useText(practiceTexts);
  const query = { tradeOptionId: String(option.tradeOptionId), size: SIZE };
  const { data, isError, error, refetch, isFetching } = useCall(practiceHistory, { query });
  // A newer result pushes one off the first page: what was read beyond it is read again.
  const older = useOlder(query, data?.content[0]?.tradeHistoryId);
  if (data === undefined && isError)
    return <FailingState title={t('practice.failed')} error={error} onRetry={() => void refetch()} isRetrying={isFetching} isLow />;
  if (data === undefined) return <SkeletonRows rows={4} label={t('practice.list')} />;
  if (data.content.length === 0) return <EmptyState title={t('practice.none')} isLow />;
  // What is newer has come to the first page since: nothing is shown twice.
  const first = data.content.at(-1)?.tradeHistoryId ?? 0;
  const bets = [...data.content, ...older.bets.filter(({ tradeHistoryId }) => tradeHistoryId < first)];
  const next = older.next === undefined ? data.next : older.next;
  return (
    <>
      <p className="text-12 text-mute">{t('practice.kept')}</p>
      <ul className="text-12" data-testid="practice-past">
        {bets.map((bet) => (
          <PastBet key={bet.tradeHistoryId} bet={bet} option={option} />
        ))}
      </ul>
      {next !== null && (
        <Button size={32} className="mt-2 w-full" onClick={() => void older.more(next)} isBusy={older.isBusy}>
          {t('practice.more')}
        </Button>
      )}
    </>
  );
}

interface Older {
  behind: number | undefined;
  bets: readonly PracticeBet[];
  next: string | null | undefined;
}

function useOlder(query: { tradeOptionId: string; size: string }, newest: number | undefined) {
  const [read, setOlder] = useState<Older>();
  const { bets, next } = read !== undefined && read.behind === newest ? read : { bets: [], next: undefined };
  const [isBusy, setBusy] = useState(false);
  const more = async (cursor: string) => {
    setBusy(true);
    try {
      const page = await call(practiceHistory, { query: { ...query, cursor } });
      setOlder({ behind: newest, bets: [...bets, ...page.content], next: page.next });
    } catch (error) {
      toast({ title: messageOf(error), kind: 'warn' });
    } finally {
      setBusy(false);
    }
  };
  return { bets, next, isBusy, more };
}
