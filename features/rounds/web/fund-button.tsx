// With an empty wallet the ticket's buttons are the way to money.
import { useText } from '@maru/kit/web/i18n/use-text.ts';
import { cx } from '@maru/kit/web/ui/classes.ts';
import { OwnLink } from '@maru/kit/web/ui/own-link.tsx';
import { WalletIcon } from 'lucide-react';
import { roundsTexts } from './rounds-texts.ts';

/** `className`: as high as what it stands for. */
export function FundButton({ className }: { className: string }) {
  const t = useText(roundsTexts);
  return (
    <OwnLink
      href="/dnw/fund?to=BINARY"
      data-testid="fund"
      className={cx('touch flex flex-col items-center justify-center rounded-8 bg-ink text-on-ink hover:opacity-90', className)}
    >
      <span className="flex items-center gap-2 text-16 font-bold">
        <WalletIcon size={16} aria-hidden="true" /> {t('bet.ticket.fundDo')}
      </span>
      <span className="text-12">{t('bet.ticket.fundWhy')}</span>
    </OwnLink>
  );
}
