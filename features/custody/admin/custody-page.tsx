// Custody of a site: ledger beside chains, chains, watcher and signer as they were last heard of, and what is on its way out.
import { useMay } from '@maru/kit/web/desk/desk-site.ts';
import { Loaded, LoadingRows } from '@maru/kit/web/desk/loaded.tsx';
import { DeskPage } from '@maru/kit/web/desk/page.tsx';
import { useText } from '@maru/kit/web/i18n/use-text.ts';
import { lazyArea } from '@maru/kit/web/lazy-area.tsx';
import { useCall } from '@maru/kit/web/query.ts';
import { readCustodyState } from '../custody-admin-contract.ts';
import { readReconciliation } from '../reconciliation-contract.ts';
import { Chains, Process } from './custody-chains.tsx';
import { Payouts } from './custody-payouts.tsx';
import { custodyTexts } from './custody-texts.ts';

const ASK_MS = 5_000;
const Sweeps = lazyArea<object>(() => import('./custody-sweeps.tsx').then((m) => m.Sweeps), { waiting: <LoadingRows rows={6} /> });
const Cold = lazyArea<object>(() => import('./custody-cold.tsx').then((m) => m.Cold), { waiting: <LoadingRows rows={6} /> });
const Books = lazyArea<object>(() => import('./custody-books.tsx').then((m) => m.Books), { waiting: <LoadingRows rows={4} /> });

export function CustodyPage() {
  const t = useText(custodyTexts);
  const seesBooks = useMay(readReconciliation);
  const query = useCall(readCustodyState, { everyMs: ASK_MS });
  return (
    <DeskPage title={t('cu.title')} line={t('cu.line')}>
      {seesBooks && <Books />}
      <Loaded query={query} title={t('cu.failed')} words={t('cu.failed.words')} rows={8}>
        {({ chains, signer, payouts }) => (
          <>
            <div className="flex flex-wrap items-center justify-between gap-2 px-4 pt-5 pb-2 laptop:px-6">
              <h2 className="text-14 font-bold">{t('cu.chains')}</h2>
              <span className="flex items-center gap-2 text-13">
                {t('cu.signer')} <Process seen={signer} />
              </span>
            </div>
            <Chains chains={chains} />
            <h2 className="border-t border-line px-4 pt-5 pb-2 text-14 font-bold laptop:px-6">{t('cu.payouts')}</h2>
            <Payouts payouts={payouts} />
          </>
        )}
      </Loaded>
      <Cold />
      <Sweeps />
    </DeskPage>
  );
}
