// Where the money of a withdrawal is by now, what is safe whatever happens, and taking it back while that can be done.
import { FormTrouble } from '@maru/kit/web/forms/form-trouble.tsx';
import { useCallForm } from '@maru/kit/web/forms/use-call-form.ts';
import { figure, unitOf } from '@maru/kit/web/i18n/figures.ts';
import { useText } from '@maru/kit/web/i18n/use-text.ts';
import { patchCall, refetch } from '@maru/kit/web/query.ts';
import { toast } from '@maru/kit/web/toasts/toast-list.ts';
import { Button } from '@maru/kit/web/ui/button.tsx';
import { cx } from '@maru/kit/web/ui/classes.ts';
import { Check, Lock } from 'lucide-react';
import { cancelWithdrawal, listWithdrawals, quoteWithdrawal, readWithdrawal, type Withdrawal } from '../../withdraw-contract.ts';
import { isEnded, type Place, placeOf, placesOf } from './track-steps.ts';
import { trackerTexts } from './tracker-texts.ts';

export function MoneyPlace({ withdrawal }: { withdrawal: Withdrawal }) {
  const t = useText(trackerTexts);
  const { chain, state, isInside, canCancel } = withdrawal;
  const here = placeOf(state);
  const nameOf = (place: Place) => t(`track.place.${place === 'ARRIVED' && isInside ? 'PAYEE' : place}`, { chain });
  return (
    <section aria-label={t('track.place')} className="-mx-6 mt-5 bg-sunken px-6 py-5">
      <h3 className="text-14 font-bold">{t(`track.at.${here}`)}</h3>
      <ol className="mt-3 flex gap-[3px]">
        {placesOf(withdrawal).map((place) => (
          <li key={place} aria-current={place === here ? 'step' : undefined} className="min-w-0 flex-1">
            <span className={cx('block h-2.5 rounded-2', place === here ? 'bg-brand' : 'bg-wood-1')} />
            <span className={cx('mt-1 block text-12', place === here ? 'font-semibold' : 'text-sub')}>{nameOf(place)}</span>
          </li>
        ))}
      </ol>
      <Safe withdrawal={withdrawal} />
      {canCancel && <Cancel withdrawal={withdrawal} />}
    </section>
  );
}

function Safe({ withdrawal: { state, steps, point, currency, canCancel } }: { withdrawal: Withdrawal }) {
  const t = useText(trackerTexts);
  const money = { point: figure(point), coin: unitOf(currency) };
  const isOut = state === 'APPROVED' || state === 'SIGNED' || state === 'SENT';
  return (
    <ul className="mt-4 flex flex-col gap-2 text-13">
      {canCancel && <Sure>{t('track.safe.cancel')}</Sure>}
      {isOut && <Sure>{t('track.safe.back', money)}</Sure>}
      {isOut && steps.some((step) => step.state === 'REPLACED') && <Sure>{t('track.safe.again')}</Sure>}
      {isEnded(state) && <Sure>{t('track.safe.returned', money)}</Sure>}
      {isOut && (
        <li className="flex gap-2 text-sub">
          <Lock aria-hidden="true" size={16} className="mt-0.5 shrink-0" />
          {t('track.safe.late')}
        </li>
      )}
    </ul>
  );
}

function Sure({ children }: { children: string }) {
  return (
    <li className="flex gap-2">
      <Check aria-hidden="true" size={16} className="mt-0.5 shrink-0 text-green" />
      {children}
    </li>
  );
}

function Cancel({ withdrawal: { withdrawalId } }: { withdrawal: Withdrawal }) {
  const t = useText(trackerTexts);
  const form = useCallForm({
    route: cancelWithdrawal,
    start: {},
    labels: {},
    body: () => ({ withdrawalId }),
    onDone: (now) => {
      patchCall(readWithdrawal, { withdrawalId: String(withdrawalId) }, () => now);
      void Promise.all([refetch(listWithdrawals), refetch(quoteWithdrawal)]);
      toast({ title: t('track.cancel.done'), kind: 'done' });
    },
  });
  return (
    <form {...form.form} className="mt-4">
      <FormTrouble words={form.trouble} className="mb-2" />
      <Button type="submit" size={40} isBusy={form.isBusy}>
        {t('track.cancel')}
      </Button>
    </form>
  );
}
