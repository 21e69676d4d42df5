// Beside the form: what arrives, what it costs, what stays, and what happens once it is asked for.
import type { CallForm } from '@maru/kit/web/forms/call-form.ts';
import { FormTrouble } from '@maru/kit/web/forms/form-trouble.tsx';
import { figure, unitOf } from '@maru/kit/web/i18n/figures.ts';
import { useText } from '@maru/kit/web/i18n/use-text.ts';
import { addAmounts } from '@maru/kit/web/inputs/decimal-text.ts';
import { Button, buttonClass } from '@maru/kit/web/ui/button.tsx';
import { Amount, Figure } from '@maru/kit/web/ui/figure.tsx';
import { OwnLink } from '@maru/kit/web/ui/own-link.tsx';
import { type SumLine, SumLines } from '@maru/kit/web/ui/sum-lines.tsx';
import type { WithdrawNetwork } from '../../contract.ts';
import { ChainText } from '../chain-text.tsx';
import { networkTexts } from '../network-texts.ts';
import { arrivesOf, isSome, type Quote, type Typed } from './use-withdraw-form.ts';
import { withdrawTexts } from './withdraw-texts.ts';

interface Props {
  form: CallForm<Typed>;
  network: WithdrawNetwork;
  quote: Quote | undefined;
  why: string | undefined;
}

export function Summary({ form, network, quote, why }: Props) {
  const t = useText(withdrawTexts);
  const n = useText(networkTexts);
  const { address, point } = form.values;
  const coin = unitOf(network.currency);
  const arrives = arrivesOf(point, network.fee);
  const left = quote && isSome(point) ? addAmounts(quote.available, `-${point}`) : undefined;
  const lines: SumLine[] = [
    [t('withdraw.amount'), isSome(point) ? <Figure key="point" value={point} unit={coin} /> : '–'],
    [t('withdraw.sum.fee'), <Figure key="fee" value={network.fee} unit={coin} />],
    [t('withdraw.sum.left'), left === undefined || left.startsWith('-') ? '–' : <Amount key="left" value={left} unit={coin} />],
    [t('withdraw.sum.network'), n('network.name', { chain: network.chain })],
  ];
  return (
    <aside className="flex min-w-0 flex-col border-line px-4 py-6 max-laptop:border-t laptop:border-l laptop:px-6">
      <p className="text-13 text-sub">{t('withdraw.sum.arrives')}</p>
      <p className="num text-32 font-bold tracking-[-0.02em]" aria-live="polite">
        {arrives === '' ? '0' : figure(arrives)} <span className="text-16 font-normal text-sub">{coin}</span>
      </p>
      <SumLines lines={lines} className="my-4 border-y border-line py-4">
        {address !== '' && (
          <div>
            <dt className="text-sub">{t('withdraw.sum.where')}</dt>
            <dd className="mt-1 text-13 break-all">
              <ChainText text={address.trim()} />
            </dd>
          </div>
        )}
      </SumLines>
      <FormTrouble words={form.trouble} className="mb-2" />
      <Button type="submit" look="brand" size={48} className="w-full" isBusy={form.isBusy} disabled={why !== undefined}>
        {why ?? t('withdraw.do')}
      </Button>
      {quote !== undefined && !isSome(quote.available) && (
        <OwnLink href={`/dnw/deposit?coin=${network.walletType}`} className={buttonClass('line', 48, 'mt-2')}>
          {t('withdraw.deposit', { coin })}
        </OwnLink>
      )}
      <Flow />
    </aside>
  );
}

const steps = [1, 2, 3, 4] as const;

function Flow() {
  const t = useText(withdrawTexts);
  return (
    <section aria-labelledby="withdraw-flow" className="mt-6 border-t border-line pt-5">
      <h2 id="withdraw-flow" className="text-14 font-bold">
        {t('withdraw.flow')}
      </h2>
      <ol className="mt-3 flex flex-col gap-3">
        {steps.map((step) => (
          <li key={step} className="flex gap-3 text-12 text-sub">
            <span aria-hidden="true" className="mt-1 size-2.5 shrink-0 rounded-2 bg-wood-1" />
            {t(`withdraw.flow.${step}`)}
          </li>
        ))}
      </ol>
    </section>
  );
}
