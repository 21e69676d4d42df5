// How much: up to what may leave now, with what else is in the wallet and why it may not, and what is left of the day's limit.
import type { CallForm } from '@maru/kit/web/forms/call-form.ts';
import { figure } from '@maru/kit/web/i18n/figures.ts';
import { useText } from '@maru/kit/web/i18n/use-text.ts';
import { NumberField } from '@maru/kit/web/inputs/amount-input.tsx';
import { canonicalDecimal } from '@maru/kit/web/inputs/decimal-text.ts';
import { useCall } from '@maru/kit/web/query.ts';
import { Button } from '@maru/kit/web/ui/button.tsx';
import { Amount } from '@maru/kit/web/ui/figure.tsx';
import type { ReactNode } from 'react';
import { myWallets } from '@maru/wallet/contract.ts';
import { isSome, type Quote, type Typed } from './use-withdraw-form.ts';
import { withdrawTexts } from './withdraw-texts.ts';

interface Props {
  form: CallForm<Typed>;
  coin: string;
  quote: Quote | undefined;
}

export function AmountPart({ form, coin, quote }: Props) {
  const t = useText(withdrawTexts);
  const most = quote?.available ?? '0';
  return (
    <div className="min-w-0">
      <NumberField
        {...form.at('point')}
        note={quote && t('withdraw.amount.least', { least: figure(quote.least), coin })}
        unit={coin}
        rules={{ decimals: quote?.decimals ?? 8 }}
        placeholder="0"
        end={
          <Button
            size={24}
            look="soft"
            className="ml-1"
            disabled={!isSome(most)}
            onClick={() => form.set({ point: canonicalDecimal(most) })}
          >
            {t('withdraw.amount.max')}
          </Button>
        }
      />
      <dl className="flex flex-wrap justify-between gap-x-6 gap-y-1 text-13">
        <Line label={t('withdraw.available')} value={quote && <Amount value={most} unit={coin} className="font-semibold" />} />
        <Line
          label={t('withdraw.limitLeft')}
          value={quote && (quote.limitLeft === null ? t('withdraw.limit.none') : <Amount value={quote.limitLeft} unit="USDT" />)}
        />
      </dl>
      {quote?.limits.day && <DayLimit {...quote.limits.day} level={quote.limits.level} />}
      {quote && <NotFree walletType={quote.currency} coin={coin} />}
    </div>
  );
}

function Line({ label, value }: { label: string; value: ReactNode }) {
  return (
    <div className="flex gap-2">
      <dt className="text-sub">{label}</dt>
      <dd>{value ?? '–'}</dd>
    </div>
  );
}

/** How much of the day's limit is used, of the member's level. */
function DayLimit({ limit, used, level }: { limit: string; used: string; level: number }) {
  const t = useText(withdrawTexts);
  const share = Math.min(100, (Number(used) / Number(limit)) * 100);
  return (
    <div className="mt-2">
      <div aria-hidden="true" className="h-1 bg-wood-1">
        <div className="h-full bg-brand" style={{ width: `${share}%` }} />
      </div>
      <p className="mt-1 flex flex-wrap justify-between gap-x-4 text-12 text-sub">
        <span>{t('withdraw.limit.day', { limit: figure(limit), used: figure(used) })}</span>
        <span>{t('withdraw.limit.level', { level })}</span>
      </p>
    </div>
  );
}

const parts = ['locked', 'held', 'pending'] as const;

/** Shown only where there is any. */
function NotFree({ walletType, coin }: { walletType: string; coin: string }) {
  const t = useText(withdrawTexts);
  const { data } = useCall(myWallets);
  const wallet = Object.values(data ?? {}).find(({ type }) => type === walletType);
  const found = parts.flatMap((part) => {
    const amount = wallet?.[part];
    return amount === undefined || !isSome(amount) ? [] : [{ part, amount }];
  });
  if (found.length === 0) return null;
  return (
    <div className="mt-3 rounded-8 bg-sunken px-4 py-3 text-13">
      <p className="font-semibold">{t('withdraw.whyLess')}</p>
      <ul className="mt-1 flex flex-col gap-1">
        {found.map(({ part, amount }) => (
          <li key={part} className="flex flex-wrap justify-between gap-x-4">
            <span className="text-sub">{t(`withdraw.less.${part}`)}</span>
            <Amount value={amount} unit={coin} />
          </li>
        ))}
      </ul>
    </div>
  );
}
