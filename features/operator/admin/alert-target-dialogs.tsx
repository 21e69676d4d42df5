// One more place that alerts are told to, and what its webhook signs with: shown this once.
import { call } from '@maru/kit/web/api-client.ts';
import { ReasonDialog } from '@maru/kit/web/desk/reason-dialog.tsx';
import { useLanguage, useText } from '@maru/kit/web/i18n/use-text.ts';
import { refetch } from '@maru/kit/web/query.ts';
import { toast } from '@maru/kit/web/toasts/toast-list.ts';
import { Button } from '@maru/kit/web/ui/button.tsx';
import { TextField } from '@maru/kit/web/ui/field.tsx';
import { Dialog } from '@maru/kit/web/ui/overlays.tsx';
import { Segment } from '@maru/kit/web/ui/tabs.tsx';
import { Copy } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { addAlertTarget, listAlertTargets, targetKinds, type TargetKind } from '../alert-contract.ts';
import { alertTexts } from './alert-texts.ts';

interface AddProps {
  mayChangeAll: boolean;
  onSecret(secret: string): void;
  onClose(): void;
}

function Choice({ label, children }: { label: string; children: ReactNode }) {
  return (
    <div className="mb-4">
      <p className="mb-1.5 text-13 font-semibold">{label}</p>
      {children}
    </div>
  );
}

export function AddTarget({ mayChangeAll, onSecret, onClose }: AddProps) {
  const t = useText(alertTexts);
  const [kind, setKind] = useState<TargetKind>('MAIL');
  const [scope, setScope] = useState<'all' | 'site'>(mayChangeAll ? 'all' : 'site');
  const [least, setLeast] = useState<'WARN' | 'PAGE'>('WARN');
  const [language, setLanguage] = useState(useLanguage());
  const [name, setName] = useState('');
  const [address, setAddress] = useState('');
  const isMissing = name.trim() === '' || address.trim().length < 5;
  return (
    <ReasonDialog
      title={t('al.add')}
      description={t('al.add.words')}
      confirm={t('al.add.do')}
      blocked={isMissing ? t('al.add.missing') : undefined}
      fields={['address', 'name']}
      onConfirm={async (reason) => {
        const body = { isOfSite: scope === 'site', kind, name, address, language, least, reason };
        const { secret } = await call(addAlertTarget, { body });
        toast({ title: t('al.added'), kind: 'done' });
        if (secret !== null) onSecret(secret);
        await refetch(listAlertTargets);
      }}
      onClose={onClose}
    >
      {(wrongAt) => (
        <>
          <Choice label={t('al.add.kind')}>
            <Segment
              isFull
              label={t('al.add.kind')}
              value={kind}
              onChange={setKind}
              items={targetKinds.map((value) => ({ value, label: t(`al.kind.${value}`) }))}
            />
          </Choice>
          {mayChangeAll && (
            <Choice label={t('al.add.scope')}>
              <Segment
                isFull
                label={t('al.add.scope')}
                value={scope}
                onChange={setScope}
                items={(['all', 'site'] as const).map((value) => ({ value, label: t(`al.scope.${value}`) }))}
              />
            </Choice>
          )}
          <TextField
            label={t('al.add.name')}
            maxLength={60}
            value={name}
            error={wrongAt('name')}
            onChange={(event) => setName(event.target.value)}
          />
          <TextField
            label={t(`al.add.address.${kind}`)}
            inputMode={kind === 'MAIL' ? 'email' : 'url'}
            autoComplete="off"
            maxLength={1000}
            value={address}
            error={wrongAt('address')}
            onChange={(event) => setAddress(event.target.value)}
          />
          <Choice label={t('al.add.least')}>
            <Segment
              isFull
              label={t('al.add.least')}
              value={least}
              onChange={setLeast}
              items={(['WARN', 'PAGE'] as const).map((value) => ({ value, label: t(`al.least.${value}`) }))}
            />
          </Choice>
          <Choice label={t('al.add.language')}>
            <Segment
              isFull
              label={t('al.add.language')}
              value={language}
              onChange={setLanguage}
              items={[
                { value: 'ko', label: '한국어' },
                { value: 'en', label: 'English' },
              ]}
            />
          </Choice>
        </>
      )}
    </ReasonDialog>
  );
}

export function SecretDialog({ secret, onClose }: { secret: string; onClose(): void }) {
  const t = useText(alertTexts);
  const copy = () =>
    void navigator.clipboard?.writeText(secret).then(
      () => toast({ title: t('al.secret.copied') }),
      () => undefined,
    );
  return (
    <Dialog
      isOpen
      isFirm
      onClose={onClose}
      title={t('al.secret')}
      description={t('al.secret.words')}
      foot={
        <>
          <Button icon={<Copy aria-hidden="true" size={14} />} onClick={copy}>
            {t('al.secret.copy')}
          </Button>
          <Button look="brand" onClick={onClose}>
            {t('al.secret.done')}
          </Button>
        </>
      }
    >
      <p className="rounded-8 bg-soft p-3 font-mono text-12 break-all select-all">{secret}</p>
    </Dialog>
  );
}
