// What arrives when a transfer changes the currency: the rate, what the site keeps, the remainder, before anything is confirmed.
import { figure } from '@maru/kit/web/i18n/figures.ts';
import { moment } from '@maru/kit/web/i18n/moments.ts';
import { Badge } from '@maru/kit/web/ui/marks.tsx';
import { CircleAlert } from 'lucide-react';
import { useText } from '@maru/kit/web/i18n/use-text.ts';
import { useCall } from '@maru/kit/web/query.ts';
import { getConversion, type Wallet } from '../contract.ts';
import type { Quote, Terms } from './transfer-plan.ts';
import { isNothing } from './transfer-plan.ts';
import { walletTexts } from './wallet-texts.ts';

/** The rate is asked anew while it is looked at. */
const EVERY_MS = 15_000;

export function useTerms(isOn: boolean) {
  return useCall(getConversion, { isOn, everyMs: EVERY_MS });
}

interface Props {
  terms: Terms & { rateAt: string };
  quote: Quote | undefined;
  source: Wallet;
  target: Wallet | undefined;
}

export function ConversionLines({ terms, quote, source, target }: Props) {
  const t = useText(walletTexts);
  const lines: [string, string][] = [
    [
      t('convert.rate'),
      t('convert.rate.value', {
        rate: figure(terms.rate),
        currency: terms.currency,
        time: moment(terms.rateAt, terms.source === 'hand' ? 'said' : 'time'),
      }),
    ],
    [t('convert.fee', { percent: (terms.spread / 1_000_000).toString() }), `${figure(quote?.fee ?? '0')} ${source.currency}`],
    ...(quote && !isNothing(quote.dust) ? [[t('convert.dust'), `${figure(quote.dust)} ${source.currency}`] as [string, string]] : []),
  ];
  const haltedBy = { MOVED: 'convert.moved', OLD: 'convert.old', RANGE: 'convert.range' } as const;
  return (
    <section aria-label={t('convert.title')} className="rounded-8 bg-sunken px-4 py-3" aria-live="polite">
      {terms.state !== 'OPEN' && (
        <output className="mb-3 flex items-start gap-1.5 text-13 text-warn">
          <CircleAlert size={14} aria-hidden="true" className="mt-0.5 shrink-0" />
          <span>
            {t(haltedBy[terms.state])}
            {terms.opensAt && ` ${t('convert.opens', { time: moment(terms.opensAt, 'minute') })}`}
          </span>
        </output>
      )}
      <p className="flex items-baseline justify-between gap-3 text-13 text-sub">
        {t('convert.arrives')}
        <span className="text-20 font-bold text-text">
          {figure(quote?.arrives ?? '0')} <span className="text-13 font-normal text-mute">{target?.currency}</span>
        </span>
      </p>
      <dl className="mt-2 flex flex-col gap-1 text-12 text-mute">
        {lines.map(([label, value]) => (
          <div key={label} className="flex justify-between gap-3">
            <dt>{label}</dt>
            <dd className="text-right">
              {label === t('convert.rate') && terms.source === 'demo' && <Badge className="mr-1.5">{t('convert.demo')}</Badge>}
              {value}
            </dd>
          </div>
        ))}
      </dl>
    </section>
  );
}
