// What is under way and what moved last, beside the wallets.
import { shownDecimals } from '@maru/kit/contract/point-decimals.ts';
import { useText } from '@maru/kit/web/i18n/use-text.ts';
import { useCall } from '@maru/kit/web/query.ts';
import { Amount } from '@maru/kit/web/ui/figure.tsx';
import { Badge } from '@maru/kit/web/ui/marks.tsx';
import { PlankRows } from '@maru/kit/web/ui/planks.tsx';
import { TableTime } from '@maru/kit/web/ui/table-time.tsx';
import { Link } from '@tanstack/react-router';
import { ChevronRight } from 'lucide-react';
import { listDnw } from '../contract.ts';
import { reasonOf } from './dnw-list.tsx';
import { useFreshDnw } from './use-fresh-dnw.ts';
import { walletTexts } from './wallet-texts.ts';

const LAST = '4';

/** On phones the last moves stand below the wallets already. */
export function RecentMoves() {
  const t = useText(walletTexts);
  const { data, error } = useCall(listDnw, { query: { size: LAST }, keepsOld: true });
  useFreshDnw();
  return (
    <>
      <section className="mt-6 border-t border-line pt-6">
        <h2 className="flex items-center justify-between text-16 font-bold">
          {t('asset.pending')} <Badge tone="plain">0</Badge>
        </h2>
        <p className="mt-2 text-13 text-mute">{t('asset.pending.none')}</p>
      </section>
      <section className="mt-6 max-floor:hidden" aria-busy={data === undefined}>
        <h2 className="flex items-center justify-between text-16 font-bold">
          {t('asset.recent')}
          <Link
            to="/dnw_history/$param"
            params={{ param: 'history_list' }}
            className="touch flex items-center gap-0.5 text-13 font-normal text-sub hover:text-text"
          >
            {t('asset.recent.all')} <ChevronRight aria-hidden="true" size={14} />
          </Link>
        </h2>
        {data === undefined ? (
          error ? (
            // The list below has the retry; both are one question.
            <p className="mt-2 text-13 text-mute">{t('asset.recent.failed')}</p>
          ) : (
            <PlankRows hasMark={false} rows={Number(LAST)} rowClass="h-13" label={t('asset.loading')} />
          )
        ) : data.content.length === 0 ? (
          <p className="mt-2 text-13 text-mute">{t('asset.recent.none')}</p>
        ) : (
          <ul className="mt-1">
            {data.content.map((entry) => (
              <li key={entry.dnwHistoryId} className="flex min-h-13 items-center justify-between gap-3 py-2">
                <span className="min-w-0">
                  <span className="block text-14 leading-5 font-medium">{t(`dnw.${entry.type}`)}</span>
                  <span className="block truncate text-12 leading-4 text-mute">
                    {reasonOf(t, entry)} · <TableTime at={entry.time} />
                  </span>
                </span>
                <Amount value={entry.point} decimals={shownDecimals(entry.currency, 2)} sign className="font-semibold" />
              </li>
            ))}
          </ul>
        )}
      </section>
    </>
  );
}
