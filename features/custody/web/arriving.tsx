// What is arriving: the blocks on top of it, up to both thresholds.
import { figure, unitOf } from '@maru/kit/web/i18n/figures.ts';
import { useText } from '@maru/kit/web/i18n/use-text.ts';
import { cx } from '@maru/kit/web/ui/classes.ts';
import { CoinMark } from '@maru/kit/web/ui/coin-mark.tsx';
import type { Deposit } from '../contract.ts';
import { depositTexts } from './deposit-texts.ts';
import { TxLink } from './tx-link.tsx';

/** More blocks than these are drawn in groups. */
const CELLS = 8;

export const isArriving = ({ state }: Pick<Deposit, 'state'>) => state === 'SEEN' || state === 'CONFIRMING' || state === 'CREDITED';

export function Arriving({ deposits }: { deposits: readonly Deposit[] }) {
  const arriving = deposits.filter(isArriving);
  if (arriving.length === 0) return null;
  return (
    <ul className="divide-y divide-line border-b border-line">
      {arriving.map((deposit) => (
        <ArrivingRow key={deposit.depositId} deposit={deposit} />
      ))}
    </ul>
  );
}

function ArrivingRow({ deposit }: { deposit: Deposit }) {
  const t = useText(depositTexts);
  const { currency, point, confirmations, unlockAfter, txHash, explorer } = deposit;
  return (
    <li className="grid items-center gap-4 px-4 py-5 laptop:grid-cols-[236px_1fr] laptop:px-8">
      <div className="min-w-0">
        <p className="flex items-center gap-2 text-13 font-semibold">
          <span aria-hidden="true" className="size-1.5 rounded-full bg-brand" />
          {t('deposit.arriving')}
        </p>
        <p className="mt-2 flex items-center gap-3">
          <CoinMark base={unitOf(currency)} size={32} />
          <span className="num text-20 font-bold">
            {figure(point)} <span className="text-14 font-normal text-sub">{unitOf(currency)}</span>
          </span>
        </p>
        <p className="mt-1 truncate text-12 text-sub" title={txHash}>
          <TxLink href={explorer}>{t('deposit.arriving.tx', { hash: `${txHash.slice(0, 8)}…${txHash.slice(-6)}` })}</TxLink>
        </p>
      </div>
      <div className="min-w-0">
        <Blocks deposit={deposit} />
        <p aria-live="polite" className={cx('mt-2 text-12', confirmations === 0 ? 'text-warn' : 'text-sub')}>
          {confirmations === 0
            ? t('deposit.arriving.gone')
            : t('deposit.arriving.blocks', { done: Math.min(confirmations, unlockAfter), all: unlockAfter })}
        </p>
      </div>
    </li>
  );
}

/** Ink is done, half the next one, pale what is ahead; a post over each threshold. */
function Blocks({ deposit: { confirmations, creditAfter, unlockAfter } }: { deposit: Deposit }) {
  const t = useText(depositTexts);
  const cells = Math.min(unlockAfter, CELLS);
  const each = unlockAfter / cells;
  const creditAt = Math.ceil(creditAfter / each);
  return (
    <div>
      <div className="relative h-9 text-11 text-sub">
        <Post at={creditAt / cells} isDone={confirmations >= creditAfter} words={t('deposit.arriving.credit', { count: creditAfter })} />
        {unlockAfter > creditAfter && (
          <Post at={1} isDone={confirmations >= unlockAfter} words={t('deposit.arriving.unlock', { count: unlockAfter })} />
        )}
      </div>
      <div className="flex gap-[3px]">
        {Array.from({ length: cells }, (_, at) => {
          const part = Math.max(0, Math.min(1, confirmations / each - at));
          const isNext = part < 1 && confirmations / each >= at && confirmations > 0;
          return (
            <span
              key={at}
              className={cx(
                'num flex h-6 flex-1 items-center justify-center rounded-3 text-12 font-semibold laptop:h-[34px]',
                part === 1 ? 'bg-ink text-on-ink' : isNext ? 'bg-brand-tint text-text' : 'bg-wood-1 text-sub',
              )}
            >
              {part === 1 ? '✓' : Math.ceil((at + 1) * each)}
            </span>
          );
        })}
      </div>
    </div>
  );
}

function Post({ at, isDone, words }: { at: number; isDone: boolean; words: string }) {
  return (
    <span
      className={cx(
        'absolute bottom-1 border-r-2 pr-2 text-right leading-8 whitespace-nowrap',
        isDone ? 'border-ink font-semibold text-text' : 'border-line',
      )}
      style={{ right: `${(1 - at) * 100}%` }}
    >
      {words}
    </span>
  );
}
