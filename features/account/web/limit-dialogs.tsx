// Setting one limit of one's own, and shutting oneself out; loaded when they are opened.
import { pointDecimals } from '@maru/kit/contract/point-decimals.ts';
import { call } from '@maru/kit/web/api-client.ts';
import { messageOf } from '@maru/kit/web/failure.ts';
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
import { type FormEvent, useState } from 'react';
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

export function LimitDialog({ limit: { kind, currency, limit }, othersWait, onClose }: LimitDialogProps) {
  const t = useText(choicesTexts);
  const words = useLimitWords();
  const [value, setValue] = useState(limit ?? '');
  const [error, setError] = useState<string>();
  const [isBusy, setBusy] = useState(false);
  const isTime = currency === null;
  const { least, most } = kind === 'SESSION' ? SESSION_RANGE : PLAY_RANGE;
  const isFine = Number(value) > 0 && (!isTime || (Number(value) >= least && Number(value) <= most));
  const save = async (wanted: string | null) => {
    if (isBusy) return;
    setBusy(true);
    setError(undefined);
    try {
      const { next } = await call(setOwnLimit, { body: { kind, limit: wanted } });
      await refetch(getOwnLimits);
      toast({ title: t(next === null ? 'limits.done.now' : 'limits.done.later'), kind: 'done' });
      onClose();
    } catch (thrown) {
      setError(messageOf(thrown));
      setBusy(false);
    }
  };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (isFine) void save(value);
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
            <Button look="quiet" isBusy={isBusy} onClick={() => void save(null)}>
              {t('limits.remove')}
            </Button>
          )}
          <Button type="submit" form={FORM} look="brand" isBusy={isBusy} disabled={!isFine || value === limit}>
            {t(isFine ? 'limits.save' : isTime && value !== '' ? 'limits.save.range' : 'limits.save.empty', {
              value: words.amount(currency, value),
              least,
            })}
          </Button>
        </>
      }
    >
      <form id={FORM} onSubmit={submit} noValidate>
        <NumberField
          label={t('limits.amount')}
          value={value}
          onChange={(text) => {
            setValue(text);
            setError(undefined);
          }}
          rules={{ decimals: isTime ? 0 : Math.min(2, pointDecimals(currency)) }}
          unit={isTime ? t('limits.unit.min') : currency}
          error={error}
          help={t(othersWait ? 'limits.words.together' : 'limits.words')}
        />
      </form>
    </Dialog>
  );
}

export function ExcludeDialog({ onClose }: { onClose(): void }) {
  const t = useText(choicesTexts);
  const [days, setDays] = useState<'1' | '7' | '30' | '180' | '365'>('7');
  const [password, setPassword] = useState('');
  const [error, setError] = useState<string>();
  const [isBusy, setBusy] = useState(false);
  const stop = async (event: FormEvent) => {
    event.preventDefault();
    if (password === '' || isBusy) return;
    setBusy(true);
    try {
      const { until } = await call(excludeMyself, { body: { days: Number(days) as (typeof exclusionDays)[number], password } });
      socket.stop();
      toast({ title: t('exclude.title'), line: moment(until, 'said'), kind: 'done', stay: 'notice' });
      endSession('/login');
    } catch (thrown) {
      setError(messageOf(thrown));
      setBusy(false);
    }
  };
  return (
    <Dialog isOpen onClose={onClose} title={t('exclude.ask')} description={t('exclude.ask.words')}>
      <form onSubmit={(event) => void stop(event)} noValidate>
        <Field label={t('exclude.days')}>
          {({ id }) => (
            <Select
              id={id}
              label={t('exclude.days')}
              value={days}
              onChange={(value) => setDays(value)}
              options={exclusionDays.map((each) => ({ value: `${each}` as `${typeof each}`, label: t(`exclude.${each}`) }))}
            />
          )}
        </Field>
        <PasswordField
          label={t('exclude.password')}
          value={password}
          autoComplete="current-password"
          onChange={(text) => {
            setPassword(text);
            setError(undefined);
          }}
          error={error}
        />
        <Button type="submit" look="danger" size={48} className="w-full" isBusy={isBusy} disabled={password === ''}>
          {t('exclude.do', { days: t(`exclude.${days}`) })}
        </Button>
      </form>
    </Dialog>
  );
}
