// Where nothing has moved yet: the way to what would.
import { useText } from '@maru/kit/web/i18n/use-text.ts';
import { useTypeStatus } from '@maru/kit/web/site.ts';
import { buttonClass } from '@maru/kit/web/ui/button.tsx';
import { OwnLink } from '@maru/kit/web/ui/own-link.tsx';
import { Link } from '@tanstack/react-router';
import { walletTexts } from './wallet-texts.ts';

export function NextStep() {
  const t = useText(walletTexts);
  const { isFutures, hasDeposits } = useTypeStatus();
  return (
    <>
      {hasDeposits && (
        <OwnLink href="/dnw/deposit" className={buttonClass('brand', 40)}>
          {t('asset.deposit')}
        </OwnLink>
      )}
      {isFutures && (
        <Link to="/future" className={buttonClass(hasDeposits ? 'line' : 'brand', 40)}>
          {t('asset.trade')}
        </Link>
      )}
      <Link to="/dnw/transfer" className={buttonClass('line', 40)}>
        {t('asset.transfer')}
      </Link>
    </>
  );
}
