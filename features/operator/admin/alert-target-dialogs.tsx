// One more place that alerts are told to, and what its webhook signs with: shown this once.
import { ReasonForm } from '@maru/kit/web/desk/reason-form.tsx';
import { ShownOnceDialog } from '@maru/kit/web/desk/shown-once.tsx';
import type { FieldBinding } from '@maru/kit/web/forms/call-form.ts';
import { useCallForm } from '@maru/kit/web/forms/use-call-form.ts';
import { type Language, languages } from '@maru/kit/web/i18n/language.ts';
import { useLanguage, useText } from '@maru/kit/web/i18n/use-text.ts';
import { refetch } from '@maru/kit/web/query.ts';
import { toast } from '@maru/kit/web/toasts/toast-list.ts';
import { TextField } from '@maru/kit/web/ui/field.tsx';
import { Segment } from '@maru/kit/web/ui/tabs.tsx';
import { addAlertTarget, listAlertTargets, targetKinds, type TargetKind } from '../alert-contract.ts';
import { alertTexts } from './alert-texts.ts';

interface AddProps {
  mayChangeAll: boolean;
  onSecret(secret: string): void;
  onClose(): void;
}

interface ChoiceProps<V extends string> {
  label: string;
  of: FieldBinding<V>;
  items: readonly V[];
  word(value: V): string;
}

function Choice<V extends string>({ label, of, items, word }: ChoiceProps<V>) {
  return (
    <div className="mb-4">
      <p className="mb-1.5 text-13 font-semibold">{label}</p>
      <Segment<V>
        isFull
        label={label}
        value={of.value}
        onChange={of.onChange}
        items={items.map((value) => ({ value, label: word(value) }))}
      />
    </div>
  );
}

const leasts = ['WARN', 'PAGE'] as const;
const scopes = ['all', 'site'] as const;

function useTargetForm({ mayChangeAll, onSecret, onClose }: AddProps) {
  const t = useText(alertTexts);
  const start: { kind: TargetKind; scope: 'all' | 'site'; least: (typeof leasts)[number]; language: Language } = {
    kind: 'MAIL',
    scope: mayChangeAll ? 'all' : 'site',
    least: 'WARN',
    language: useLanguage(),
  };
  return useCallForm({
    route: addAlertTarget,
    start: { ...start, name: '', address: '', reason: '' },
    labels: { name: t('al.add.name'), address: t('al.add.address.MAIL') },
    otherwise: 'reason',
    body: ({ scope, reason, ...rest }) => ({ ...rest, isOfSite: scope === 'site', reason: reason.trim() }),
    onDone: async ({ secret }) => {
      toast({ title: t('al.added'), kind: 'done' });
      if (secret !== null) onSecret(secret);
      await refetch(listAlertTargets);
      onClose();
    },
  });
}

export function AddTarget(props: AddProps) {
  const t = useText(alertTexts);
  const form = useTargetForm(props);
  const { kind, name, address } = form.values;
  const isMissing = name.trim() === '' || address.trim().length < 5;
  const wordOfLanguage = { ko: '한국어', en: 'English' };
  return (
    <ReasonForm
      form={form}
      title={t('al.add')}
      description={t('al.add.words')}
      confirm={t('al.add.do')}
      blocked={isMissing ? t('al.add.missing') : undefined}
      onClose={props.onClose}
    >
      <Choice label={t('al.add.kind')} of={form.at('kind')} items={targetKinds} word={(value) => t(`al.kind.${value}`)} />
      {props.mayChangeAll && (
        <Choice label={t('al.add.scope')} of={form.at('scope')} items={scopes} word={(value) => t(`al.scope.${value}`)} />
      )}
      <TextField {...form.text('name')} maxLength={60} />
      <TextField
        {...form.text('address')}
        label={t(`al.add.address.${kind}`)}
        inputMode={kind === 'MAIL' ? 'email' : 'url'}
        autoComplete="off"
        maxLength={1000}
      />
      <Choice label={t('al.add.least')} of={form.at('least')} items={leasts} word={(value) => t(`al.least.${value}`)} />
      <Choice label={t('al.add.language')} of={form.at('language')} items={languages} word={(value) => wordOfLanguage[value]} />
    </ReasonForm>
  );
}

export function SecretDialog({ secret, onClose }: { secret: string; onClose(): void }) {
  const t = useText(alertTexts);
  const words = {
    title: t('al.secret'),
    description: t('al.secret.words'),
    copy: t('al.secret.copy'),
    done: t('al.secret.done'),
  };
  return <ShownOnceDialog value={secret} words={words} onClose={onClose} />;
}
