// Where there is nothing to give yet: the ways to some of it that this site has.
import { unitOf } from '@maru/kit/web/i18n/figures.ts';
import { useText } from '@maru/kit/web/i18n/use-text.ts';
import { useSite } from '@maru/kit/web/site.ts';
import { buttonClass } from '@maru/kit/web/ui/button.tsx';
import { OwnLink } from '@maru/kit/web/ui/own-link.tsx';
import type { ConvertCoin } from '../../convert-contract.ts';
import { convertTexts } from './convert-texts.ts';

export function FirstCoins({ coin: { walletType, currency } }: { coin: ConvertCoin }) {
  const t = useText(convertTexts);
  const { depositCoins = '' } = useSite();
  const isTaken = depositCoins.split(',').some((code) => code === walletType || code.endsWith(`_${walletType}`));
  const isMoved = currency === 'USDT';
  return (
    <div className="flex flex-col gap-2 text-center">
      <p className="text-13 text-sub">{t('cv.first', { coin: unitOf(currency) })}</p>
      {isTaken && (
        <OwnLink href={`/dnw/deposit?coin=${walletType}`} className={buttonClass('line', 40)}>
          {t('cv.first.deposit', { coin: unitOf(currency) })}
        </OwnLink>
      )}
      {isMoved && (
        <OwnLink href="/dnw/transfer" className={buttonClass('line', 40)}>
          {t('cv.first.transfer')}
        </OwnLink>
      )}
    </div>
  );
}
