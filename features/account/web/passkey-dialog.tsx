// A member's passkeys: the list, making one with the password and the browser's own question, removing one.
import { call } from '@maru/kit/web/api-client.ts';
import type { OpenForm } from '@maru/kit/web/forms/call-form.ts';
import { useCallForm } from '@maru/kit/web/forms/use-call-form.ts';
import { moment } from '@maru/kit/web/i18n/moments.ts';
import { useText } from '@maru/kit/web/i18n/use-text.ts';
import { refetch, useCall } from '@maru/kit/web/query.ts';
import { toast } from '@maru/kit/web/toasts/toast-list.ts';
import { Button } from '@maru/kit/web/ui/button.tsx';
import { TextField } from '@maru/kit/web/ui/field.tsx';
import { Dialog } from '@maru/kit/web/ui/overlays.tsx';
import { Fingerprint } from 'lucide-react';
import { useState } from 'react';
import { listPasskeys, type Passkey, removePasskey } from '../passkey-contract.ts';
import { getSecurity } from '../profile-contract.ts';
import { makePasskey } from './passkey-browser.ts';
import { passkeyTexts } from './passkey-texts.ts';
import { PasswordField } from './password-field.tsx';
import { RecoveryCodes } from './recovery-codes.tsx';

interface PasswordFormProps {
  submit: string;
  look: 'brand' | 'danger';
  /** What is proposed for the name of a new one, which is asked for beside the password. */
  suggested?: string;
  run(password: string, label: string): Promise<void>;
  onBack(): void;
}

function PasswordForm({ submit, look, suggested, run, onBack }: PasswordFormProps) {
  const t = useText(passkeyTexts);
  const isNamed = suggested !== undefined;
  const form = useCallForm<OpenForm, { label: string; password: string }, void>({
    start: { label: suggested ?? '', password: '' },
    labels: { label: t('passkey.label'), password: t('passkey.password') },
    optional: isNamed ? [] : ['label'],
    otherwise: 'password',
    losesNothing: true,
    send: ({ label, password }) => run(password, label.trim()),
  });
  return (
    <form {...form.form}>
      {isNamed && <TextField {...form.text('label')} help={t('passkey.label.help')} maxLength={40} />}
      <PasswordField {...form.at('password')} autoComplete="current-password" />
      <Button type="submit" look={look} size={48} className="w-full" isBusy={form.isBusy} disabled={!form.isReady}>
        {submit}
      </Button>
      <Button look="quiet" size={48} className="mt-2 w-full" onClick={onBack}>
        {t('passkey.back')}
      </Button>
    </form>
  );
}

function PasskeyRow({ passkey, onRemove }: { passkey: Passkey; onRemove(): void }) {
  const t = useText(passkeyTexts);
  const { label, isSynced, createdAt, usedAt } = passkey;
  const facts = [
    t(isSynced ? 'passkey.synced' : 'passkey.single'),
    usedAt === null ? t('passkey.made', { date: moment(createdAt, 'said') }) : t('passkey.used', { time: moment(usedAt, 'said') }),
  ];
  return (
    <li className="flex items-center gap-3 py-3">
      <Fingerprint aria-hidden="true" size={20} className="shrink-0 text-sub" />
      <div className="min-w-0 flex-1">
        <p className="truncate text-14 font-semibold">{label}</p>
        <p className="text-12 text-mute">{facts.join(' · ')}</p>
      </div>
      <Button look="quiet" size={32} onClick={onRemove}>
        {t('passkey.remove')}
      </Button>
    </li>
  );
}

const refresh = () => Promise.all([refetch(getSecurity), refetch(listPasskeys)]);
const hasPasskeys = () => typeof PublicKeyCredential !== 'undefined';

/** `suggested`: a name for the one that is made here. */
export function PasskeyDialog({ suggested, isFirst, onClose }: { suggested: string; isFirst: boolean; onClose(): void }) {
  const t = useText(passkeyTexts);
  const { data, error } = useCall(listPasskeys);
  const [act, setAct] = useState<'make' | Passkey | undefined>(isFirst ? 'make' : undefined);
  const [codes, setCodes] = useState<readonly string[]>();
  if (codes !== undefined) {
    return (
      <Dialog isOpen isFirm onClose={onClose} title={t('passkey.codes.title')} description={t('passkey.codes.words')}>
        <RecoveryCodes codes={codes} onDone={onClose} />
      </Dialog>
    );
  }
  const make = async (password: string, label: string) => {
    const made = await makePasskey(label, password);
    await refresh();
    toast({ title: t('passkey.done'), kind: 'done' });
    if (made.recoveryCodes !== null) setCodes(made.recoveryCodes);
    else setAct(undefined);
  };
  const back = () => (isFirst ? onClose() : setAct(undefined));
  const title = act === 'make' ? t('passkey.add') : act === undefined ? t('passkey.title') : t('passkey.remove.ask', { label: act.label });
  return (
    <Dialog
      isOpen
      onClose={onClose}
      title={title}
      description={t(act === undefined || act === 'make' ? 'passkey.words' : 'passkey.remove.words')}
    >
      {act === 'make' && !hasPasskeys() && <p className="text-14 text-sub">{t('passkey.unsupported')}</p>}
      {act === 'make' && hasPasskeys() && (
        <PasswordForm submit={t('passkey.add')} look="brand" suggested={suggested} run={make} onBack={back} />
      )}
      {act !== undefined && act !== 'make' && (
        <PasswordForm
          submit={t('passkey.remove')}
          look="danger"
          onBack={back}
          run={async (password) => {
            await call(removePasskey, { body: { id: act.id, password } });
            await refresh();
            toast({ title: t('passkey.gone'), kind: 'done' });
            setAct(undefined);
          }}
        />
      )}
      {act === undefined && (
        <>
          {error !== null && data === undefined && <p className="text-14 text-danger">{t('passkey.failed.list')}</p>}
          <ul className="divide-y divide-line border-y border-line">
            {data?.content.map((row) => (
              <PasskeyRow key={row.id} passkey={row} onRemove={() => setAct(row)} />
            ))}
          </ul>
          <Button size={48} className="mt-4 w-full" onClick={() => setAct('make')}>
            {t('passkey.add')}
          </Button>
        </>
      )}
    </Dialog>
  );
}
