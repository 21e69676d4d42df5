// The form of a new key: name, what it may do, where it works from, and (for those who sign themselves) a public key.
import { FormTrouble } from '@maru/kit/web/forms/form-trouble.tsx';
import { TextArea } from '@maru/kit/web/forms/text-area.tsx';
import { useCallForm } from '@maru/kit/web/forms/use-call-form.ts';
import { useText } from '@maru/kit/web/i18n/use-text.ts';
import { refetch } from '@maru/kit/web/query.ts';
import { Button } from '@maru/kit/web/ui/button.tsx';
import { Field, TextField } from '@maru/kit/web/ui/field.tsx';
import { Dialog } from '@maru/kit/web/ui/overlays.tsx';
import { Segment } from '@maru/kit/web/ui/tabs.tsx';
import { createApiKey, listApiKeys, type Scope } from '../contract.ts';
import { addressesIn } from './addresses-in.ts';
import { keyTexts } from './key-texts.ts';
import type { MadeKey } from './made-key.tsx';

const FORM = 'new-api-key';
const scopes = ['READ', 'TRADE'] as const;

interface MakeKeyProps {
  onClose(): void;
  onMade(made: MadeKey): void;
}

function useKeyForm({ onMade }: MakeKeyProps) {
  const t = useText(keyTexts);
  return useCallForm({
    route: createApiKey,
    start: { label: '', scope: 'READ' as Scope, addresses: '', publicKey: '', password: '' },
    labels: { label: t('keys.label'), addresses: t('keys.addresses'), publicKey: t('keys.public'), password: t('keys.password') },
    optional: ['addresses', 'publicKey'],
    body: ({ label, scope, addresses, publicKey, password }) => ({
      label,
      scope,
      password,
      addresses: addressesIn(addresses),
      ...(publicKey.trim() === '' ? {} : { publicKey }),
    }),
    onDone: async ({ apiKey, secretKey }) => {
      await refetch(listApiKeys);
      onMade({ apiKey, secretKey });
    },
  });
}

export function MakeKeyDialog(props: MakeKeyProps) {
  const t = useText(keyTexts);
  const form = useKeyForm(props);
  const { label, password } = form.values;
  return (
    <Dialog
      isOpen
      onClose={props.onClose}
      title={t('keys.make')}
      foot={
        <Button
          type="submit"
          form={FORM}
          look="ink"
          size={48}
          className="w-full"
          isBusy={form.isBusy}
          disabled={label.trim() === '' || password === ''}
        >
          {t('keys.make')}
        </Button>
      }
    >
      <form id={FORM} className="flex flex-col gap-4" {...form.form}>
        <TextField {...form.text('label')} placeholder={t('keys.label.hint')} maxLength={40} />
        <Field label={t('keys.scope')} help={t('keys.scope.words')}>
          {() => (
            <Segment
              isFull
              label={t('keys.scope')}
              value={form.values.scope}
              onChange={form.at('scope').onChange}
              items={scopes.map((value) => ({ value, label: t(`keys.scope.${value}`) }))}
            />
          )}
        </Field>
        <TextField {...form.text('addresses')} placeholder={t('keys.addresses.hint')} help={t('keys.addresses.words')} autoComplete="off" />
        <TextArea
          {...form.text('publicKey')}
          help={t('keys.public.words')}
          rows={2}
          spellCheck={false}
          placeholder="-----BEGIN PUBLIC KEY-----"
          isCode
        />
        <TextField
          {...form.text('password')}
          type="password"
          help={t('keys.password.words')}
          maxLength={128}
          autoComplete="current-password"
        />
        <FormTrouble words={form.trouble} />
      </form>
    </Dialog>
  );
}
