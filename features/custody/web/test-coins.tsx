// Of a demo alone: coins of its own chain, sent to the member's address.
import { call } from '@maru/kit/web/api-client.ts';
import { messageOf } from '@maru/kit/web/failure.ts';
import { figure, unitOf } from '@maru/kit/web/i18n/figures.ts';
import { useText } from '@maru/kit/web/i18n/use-text.ts';
import { toast } from '@maru/kit/web/toasts/toast-list.ts';
import { Button } from '@maru/kit/web/ui/button.tsx';
import { FlaskConical } from 'lucide-react';
import { useState } from 'react';
import { askTestCoins, type DepositNetwork } from '../contract.ts';
import { depositTexts } from './deposit-texts.ts';

export function TestCoins({ network: { walletType } }: { network: DepositNetwork }) {
  const t = useText(depositTexts);
  const [isBusy, setBusy] = useState(false);
  const [refused, setRefused] = useState<string>();
  const ask = async () => {
    setBusy(true);
    setRefused(undefined);
    try {
      const { point, currency } = await call(askTestCoins, { body: { coinName: walletType } });
      toast({
        title: t('deposit.test.done'),
        line: t('deposit.test.doneLine', { point: figure(point), coin: unitOf(currency) }),
        kind: 'done',
      });
    } catch (thrown) {
      setRefused(messageOf(thrown));
    } finally {
      setBusy(false);
    }
  };
  return (
    <section className="rounded-8 border border-dashed border-warn p-4">
      <h2 className="flex items-center justify-between gap-2 text-14 font-bold">
        {t('deposit.test')}
        <span className="rounded-4 bg-warn-tint px-1.5 py-0.5 text-11 font-semibold text-warn">{t('deposit.test.demo')}</span>
      </h2>
      <p className="mt-1 mb-3 text-13 text-sub">{t('deposit.test.words')}</p>
      <Button className="w-full" isBusy={isBusy} icon={<FlaskConical size={16} aria-hidden="true" />} onClick={() => void ask()}>
        {t('deposit.test.do')}
      </Button>
      {refused !== undefined && (
        <p role="alert" className="mt-2 text-12 text-danger">
          {refused}
        </p>
      )}
    </section>
  );
}
