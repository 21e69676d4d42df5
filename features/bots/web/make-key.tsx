// The form of a new key: name, what it may do, where it works from, and (for those who sign themselves) a public key.
import { call } from '@maru/kit/web/api-client.ts';
import { Failure } from '@maru/kit/web/failure.ts';
import { useText } from '@maru/kit/web/i18n/use-text.ts';
import { refetch } from '@maru/kit/web/query.ts';
import { Button } from '@maru/kit/web/ui/button.tsx';
import { Field, TextField } from '@maru/kit/web/ui/field.tsx';
import { Dialog } from '@maru/kit/web/ui/overlays.tsx';
import { Segment } from '@maru/kit/web/ui/tabs.tsx';
import { type FormEvent, useState } from 'react';
import { createApiKey, listApiKeys, type Scope } from '../contract.ts';
import { addressesIn } from './addresses-in.ts';
import { keyTexts } from './key-texts.ts';
import type { MadeKey } from './made-key.tsx';

const FORM = 'new-api-key';

export function MakeKeyDialog({ onClose, onMade }: { onClose(): void; onMade(made: MadeKey): void }) {
  const t = useText(keyTexts);
  const [label, setLabel] = useState('');
  const [scope, setScope] = useState<Scope>('READ');
  const [addresses, setAddresses] = useState('');
  const [publicKey, setPublicKey] = useState('');
  const [password, setPassword] = useState('');
  const [failure, setFailure] = useState<Failure>();
  const [isBusy, setBusy] = useState(false);
  const wrong = (field: string) => (failure?.data?.field === field ? failure.message : undefined);

  const make = async (event: FormEvent) => {
    event.preventDefault();
    setBusy(true);
    setFailure(undefined);
    try {
      const body = { label, scope, password, addresses: addressesIn(addresses), ...(publicKey.trim() === '' ? {} : { publicKey }) };
      const made = await call(createApiKey, { body });
      await refetch(listApiKeys);
      onMade({ apiKey: made.apiKey, secretKey: made.secretKey });
    } catch (error) {
      if (!(error instanceof Failure)) throw error;
      setFailure(error);
    } finally {
      setBusy(false);
    }
  };

  const isElsewhere = failure !== undefined && !['label', 'addresses', 'publicKey', 'password'].includes(String(failure.data?.field));
  return (
    <Dialog
      isOpen
      onClose={onClose}
      title={t('keys.make')}
      foot={
        <Button
          type="submit"
          form={FORM}
          look="ink"
          size={48}
          className="w-full"
          isBusy={isBusy}
          disabled={label.trim() === '' || password === ''}
        >
          {t('keys.make')}
        </Button>
      }
    >
      <form id={FORM} onSubmit={(event) => void make(event)} className="flex flex-col gap-4">
        <TextField
          label={t('keys.label')}
          placeholder={t('keys.label.hint')}
          value={label}
          onChange={(event) => setLabel(event.target.value)}
          maxLength={40}
          error={wrong('label')}
        />
        <Field label={t('keys.scope')} help={t('keys.scope.words')}>
          {() => (
            <Segment
              isFull
              label={t('keys.scope')}
              value={scope}
              onChange={setScope}
              items={[
                { value: 'READ', label: t('keys.scope.READ') },
                { value: 'TRADE', label: t('keys.scope.TRADE') },
              ]}
            />
          )}
        </Field>
        <TextField
          label={t('keys.addresses')}
          placeholder={t('keys.addresses.hint')}
          help={t('keys.addresses.words')}
          value={addresses}
          onChange={(event) => setAddresses(event.target.value)}
          error={wrong('addresses')}
          autoComplete="off"
        />
        <PublicKey value={publicKey} onChange={setPublicKey} error={wrong('publicKey')} />
        <TextField
          type="password"
          label={t('keys.password')}
          help={t('keys.password.words')}
          value={password}
          onChange={(event) => setPassword(event.target.value)}
          maxLength={128}
          error={wrong('password')}
          autoComplete="current-password"
        />
        {isElsewhere && (
          <p role="alert" className="text-13 text-danger">
            {failure.message}
          </p>
        )}
      </form>
    </Dialog>
  );
}

function PublicKey({ value, onChange, error }: { value: string; onChange(value: string): void; error: string | undefined }) {
  const t = useText(keyTexts);
  return (
    <Field label={t('keys.public')} help={t('keys.public.words')} error={error}>
      {({ id, describedBy, isWrong }) => (
        <textarea
          id={id}
          aria-describedby={describedBy}
          aria-invalid={isWrong || undefined}
          rows={2}
          spellCheck={false}
          placeholder="-----BEGIN PUBLIC KEY-----"
          className="w-full resize-y rounded-4 border border-edge/70 bg-surface px-3 py-2 font-mono text-12 outline-none placeholder:text-mute focus:border-brand"
          value={value}
          onChange={(event) => onChange(event.target.value)}
        />
      )}
    </Field>
  );
}
