// Setting one limit of one's own, and shutting oneself out; loaded when they are opened.
import { pointDecimals } from '@maru/kit/contract/point-decimals.ts';
import { useCallForm } from '@maru/kit/web/forms/use-call-form.ts';
import { moment } from '@maru/kit/web/i18n/moments.ts';
import { useText } from '@maru/kit/web/i18n/use-text.ts';
import { NumberField } from '@maru/kit/web/inputs/amount-input.tsx';
import { refetch } from '@maru/kit/web/query.ts';
import { endSession } from '@maru/kit/web/session.ts';
import { socket } from '@maru/kit/web/socket.ts';
import { toast } from '@maru/kit/web/toasts/toast-list.ts';
import { Button } from '@maru/kit/web/ui/button.tsx';
import { Select } from '@maru/kit/web/ui/choices.tsx';
import { Field } from '@maru/kit/web/ui/field.tsx';
import { Dialog } from '@maru/kit/web/ui/overlays.tsx';
import type { FormEvent } from 'react';
import { excludeMyself, exclusionDays, getOwnLimits, type OwnLimit, PLAY_RANGE, SESSION_RANGE, setOwnLimit } from '../limits-contract.ts';
import { choicesTexts } from './choices-texts.ts';
import { useLimitWords } from './limit-words.ts';
import { PasswordField } from './password-field.tsx';

const FORM = 'own-limit';

interface LimitDialogProps {
  limit: OwnLimit;
  /** Another limit of games waits: the engine keeps one waiting time for the three. */
  othersWait: boolean;
  onClose(): void;
}

function useLimitForm({ limit: { kind, limit }, onClose }: LimitDialogProps) {
  const t = useText(choicesTexts);
  const form = useCallForm({
    route: setOwnLimit,
    // Null takes the limit away.
    start: { value: limit ?? '', isRemoved: false },
    labels: { value: t('limits.amount') },
    optional: ['value'],
    otherwise: 'value',
    body: ({ value, isRemoved }) => ({ kind, limit: isRemoved ? null : value }),
    onDone: async ({ next }) => {
      await refetch(getOwnLimits);
      toast({ title: t(next === null ? 'limits.done.now' : 'limits.done.later'), kind: 'done' });
      onClose();
    },
  });
  const save = (isRemoved: boolean) => {
    form.set({ isRemoved });
    return form.submit();
  };
  return { form, save };
}

export function LimitDialog(props: LimitDialogProps) {
  const { limit: own, othersWait, onClose } = props;
  const { kind, currency, limit } = own;
  const t = useText(choicesTexts);
  const words = useLimitWords();
  const { form, save } = useLimitForm(props);
  const { value } = form.values;
  const isTime = currency === null;
  const { least, most } = kind === 'SESSION' ? SESSION_RANGE : PLAY_RANGE;
  const isFine = Number(value) > 0 && (!isTime || (Number(value) >= least && Number(value) <= most));
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (isFine) void save(false);
  };
  return (
    <Dialog
      isOpen
      onClose={onClose}
      title={t(`limits.dialog.${kind}`)}
      description={t(`limits.dialog.${kind}.words`)}
      foot={
        <>
          {limit !== null && (
            <Button look="quiet" isBusy={form.isBusy} onClick={() => void save(true)}>
              {t('limits.remove')}
            </Button>
          )}
          <Button type="submit" form={FORM} look="brand" isBusy={form.isBusy} disabled={!isFine || value === limit}>
            {t(isFine ? 'limits.save' : isTime && value !== '' ? 'limits.save.range' : 'limits.save.empty', {
              value: words.amount(currency, value),
              least,
            })}
          </Button>
        </>
      }
    >
      <form id={FORM} {...form.form} onSubmit={submit}>
        <NumberField
          {...form.at('value')}
          rules={{ decimals: isTime ? 0 : Math.min(2, pointDecimals(currency)) }}
          unit={isTime ? t('limits.unit.min') : currency}
          help={t(othersWait ? 'limits.words.together' : 'limits.words')}
        />
      </form>
    </Dialog>
  );
}

export function ExcludeDialog({ onClose }: { onClose(): void }) {
  const t = useText(choicesTexts);
  const form = useCallForm({
    route: excludeMyself,
    start: { days: '7' as `${(typeof exclusionDays)[number]}`, password: '' },
    labels: { password: t('exclude.password') },
    otherwise: 'password',
    body: ({ days, password }) => ({ days: Number(days) as (typeof exclusionDays)[number], password }),
    onDone: ({ until }) => {
      socket.stop();
      toast({ title: t('exclude.title'), line: moment(until, 'said'), kind: 'done', stay: 'notice' });
      endSession('/login');
    },
  });
  const { days, password } = form.values;
  return (
    <Dialog isOpen onClose={onClose} title={t('exclude.ask')} description={t('exclude.ask.words')}>
      <form {...form.form}>
        <Field label={t('exclude.days')}>
          {({ id }) => (
            <Select
              id={id}
              label={t('exclude.days')}
              value={days}
              onChange={form.at('days').onChange}
              options={exclusionDays.map((each) => ({ value: `${each}` as `${typeof each}`, label: t(`exclude.${each}`) }))}
            />
          )}
        </Field>
        <PasswordField {...form.at('password')} autoComplete="current-password" />
        <Button type="submit" look="danger" size={48} className="w-full" isBusy={form.isBusy} disabled={password === ''}>
          {t('exclude.do', { days: t(`exclude.${days}`) })}
        </Button>
      </form>
    </Dialog>
  );
}
