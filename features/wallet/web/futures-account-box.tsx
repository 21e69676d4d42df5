// The futures account beside the wallets: equity, what can be withdrawn, and the margin ratio as a tick ruler with its word.
import { percent } from '@maru/kit/web/i18n/figures.ts';
import { useText } from '@maru/kit/web/i18n/use-text.ts';
import { TickRuler } from '@maru/kit/web/ruler/tick-ruler.tsx';
import { Amount } from '@maru/kit/web/ui/figure.tsx';
import { Badge, directionClass } from '@maru/kit/web/ui/marks.tsx';
import { SkeletonBlock } from '@maru/kit/web/ui/skeleton.tsx';
import { directionOf } from '@maru/kit/web/i18n/figures.ts';
import type { CrossAccount } from '../futures-account-contract.ts';
import { ratioWord } from './account-split.ts';
import { walletTexts } from './wallet-texts.ts';

const tones = { calm: 'plain', warn: 'warn', danger: 'danger' } as const;

/** The box on its way, of the same height. */
export function FuturesAccountSkeleton() {
  const t = useText(walletTexts);
  return (
    <section aria-label={t('asset.account')} aria-busy="true" className="min-h-[310px]">
      <h2 className="text-16 font-bold">{t('asset.account')}</h2>
      <SkeletonBlock className="mt-4 mb-3 h-5 w-full" />
      {[1, 2, 3, 4].map((row) => (
        <SkeletonBlock key={row} className="mt-4 h-4 w-full" />
      ))}
    </section>
  );
}

export function FuturesAccountBox({ account }: { account: CrossAccount }) {
  const t = useText(walletTexts);
  const word = ratioWord(account.marginRatio);
  const rows = [
    ['asset.account.wallet', account.playerPoint],
    ['asset.account.withdrawable', account.withdrawable],
    ['asset.account.maintenance', account.maintenanceMargin],
  ] as const;
  return (
    <section aria-labelledby="futures-account">
      <h2 id="futures-account" className="text-16 font-bold">
        {t('asset.account')}
      </h2>
      <p className="mt-3 flex flex-wrap items-baseline justify-between gap-x-2 text-13 whitespace-nowrap text-sub">
        {t('asset.account.equity')}
        <Amount value={account.realPoint} decimals={2} unit="USDT" isDimmed={false} className="ml-auto text-20 font-bold text-text" />
      </p>
      <dl className="mt-2 flex flex-col">
        <div className="flex h-8 items-center justify-between text-13">
          <dt className="text-sub">{t('asset.unrealized')}</dt>
          <dd>
            <Amount
              value={account.markPnl}
              decimals={2}
              sign
              isDimmed={false}
              className={`font-semibold ${directionClass(directionOf(account.markPnl))}`}
            />
          </dd>
        </div>
        {rows.map(([label, value]) => (
          <div key={label} className="flex h-8 items-center justify-between text-13">
            <dt className="text-sub">{t(label)}</dt>
            <dd className="font-medium">
              <Amount value={value} decimals={2} />
            </dd>
          </div>
        ))}
      </dl>
      <div className="mt-4 border-t border-line pt-4">
        <p className="mb-2 flex items-center justify-between text-13">
          <span className="text-sub">{t('asset.account.ratio')}</span>
          <span className="flex items-center gap-2">
            <Badge tone={tones[word]}>{t(`asset.ratio.${word}`)}</Badge>
            <span className="font-semibold">{percent(account.marginRatio).replace('+', '')}</span>
          </span>
        </p>
        <TickRuler marks={48} value={Math.min(1, Number(account.marginRatio) / 100)} warnFrom={0.5} dangerFrom={0.8} />
        <p className="mt-2 text-12 text-mute">{t('asset.ratio.words')}</p>
      </div>
    </section>
  );
}
