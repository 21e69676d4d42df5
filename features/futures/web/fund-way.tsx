// Without a balance the ticket's buttons are the way to one; where a demo has just given some the ticket says so until it is read.
import { figure } from '@maru/kit/web/i18n/figures.ts';
import { useText } from '@maru/kit/web/i18n/use-text.ts';
import { setLayout, usePrefs } from '@maru/kit/web/prefs.ts';
import { useCall } from '@maru/kit/web/query.ts';
import { useSite } from '@maru/kit/web/site.ts';
import { IconButton } from '@maru/kit/web/ui/button.tsx';
import { OwnLink } from '@maru/kit/web/ui/own-link.tsx';
import { getDemoMoney } from '@maru/wallet/contract.ts';
import { Gift, Wallet, X } from 'lucide-react';
import { futuresTexts } from './futures-texts.ts';

/** In the place of the two buttons and as high as they are. */
export function FundButton({ isPhone }: { isPhone: boolean }) {
  const t = useText(futuresTexts);
  return (
    <OwnLink
      href="/dnw/fund?to=FUTURES"
      data-testid="fund"
      className={`flex flex-col items-center justify-center bg-ink text-on-ink hover:opacity-90 ${isPhone ? 'h-14 rounded-8' : 'h-[52px] rounded-6'}`}
    >
      <span className="flex items-center gap-1.5 text-15 leading-5 font-bold">
        <Wallet size={15} aria-hidden="true" /> {t('ticket.fund')}
      </span>
      <span className="text-11">{t('ticket.fundWhy')}</span>
    </OwnLink>
  );
}

const READ = 'demo.read';

/** Names what came by its moment, so that later money is told again. */
export function DemoNote() {
  const t = useText(futuresTexts);
  const { demoMoney } = useSite();
  const read = usePrefs((prefs) => prefs.layout[READ]);
  const { data } = useCall(getDemoMoney, { isOn: demoMoney !== undefined, staleMs: 60_000 });
  if (!data?.amount || data.receivedAt === null || data.receivedAt === read) return null;
  const { amount, receivedAt } = data;
  return (
    <output className="flex items-start gap-2 rounded-6 bg-warn-tint py-1.5 pr-1 pl-3 text-12 leading-[17px]" data-testid="demo-note">
      <Gift size={15} aria-hidden="true" className="mt-0.5 shrink-0 text-warn" />
      <span className="min-w-0 flex-1">
        <b className="block font-semibold">{t('ticket.demo', { amount: figure(amount, { decimals: 0 }) })}</b>
        <span className="text-sub">{t('ticket.demoWords')}</span>
      </span>
      <IconButton label={t('ticket.demoRead')} size={24} onClick={() => setLayout(READ, receivedAt)}>
        <X size={14} />
      </IconButton>
    </output>
  );
}
