// The two questions about an authenticator app: the password before anything, and the first code of an app that was just scanned.
import { copyText } from '@maru/kit/web/copy-text.ts';
import type { OpenForm } from '@maru/kit/web/forms/call-form.ts';
import { useCallForm } from '@maru/kit/web/forms/use-call-form.ts';
import { useText } from '@maru/kit/web/i18n/use-text.ts';
import { Button, IconButton } from '@maru/kit/web/ui/button.tsx';
import { QrCode } from '@maru/kit/web/ui/qr-code.tsx';
import { Copy } from 'lucide-react';
import { confirmTotp } from '../second-factor-contract.ts';
import { CodeCells } from './code-cells.tsx';
import { PasswordField } from './password-field.tsx';
import { secondTexts } from './second-texts.ts';

export function PasswordStep({ onPassword, label }: { onPassword(password: string): Promise<void>; label: string }) {
  const t = useText(secondTexts);
  const form = useCallForm<OpenForm, { password: string }, void>({
    start: { password: '' },
    labels: { password: t('totp.password') },
    otherwise: 'password',
    losesNothing: true,
    send: ({ password }) => onPassword(password),
  });
  return (
    <form {...form.form}>
      <PasswordField {...form.at('password')} autoComplete="current-password" />
      <Button type="submit" look="brand" size={48} className="w-full" isBusy={form.isBusy} disabled={form.values.password === ''}>
        {label}
      </Button>
    </form>
  );
}

export function ScanStep({ secret, uri, onCodes }: { secret: string; uri: string; onCodes(codes: readonly string[]): void }) {
  const t = useText(secondTexts);
  const form = useCallForm({
    route: confirmTotp,
    start: { code: '' },
    labels: { code: t('totp.first') },
    otherwise: 'code',
    spent: ['code'],
    losesNothing: true,
    onDone: ({ recoveryCodes }) => onCodes(recoveryCodes),
  });
  return (
    <>
      <QrCode text={uri} label={t('totp.qr')} />
      <p className="mt-4 text-12 text-mute">{t('totp.secret')}</p>
      <div className="mt-1 mb-5 flex items-center gap-2 rounded-8 bg-sunken py-2 pr-2 pl-4">
        <code className="min-w-0 flex-1 font-mono text-13">{secret.replace(/(.{4})(?=.)/g, '$1 ')}</code>
        <IconButton label={t('totp.copy')} onClick={() => void copyText(secret)}>
          <Copy size={16} />
        </IconButton>
      </div>
      <CodeCells {...form.at('code')} isOff={form.isBusy} onWhole={() => void form.submit()} help={t('totp.first.help')} />
    </>
  );
}
