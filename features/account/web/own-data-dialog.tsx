// Asks for the file of everything that is kept of the member, by password.
import { useCallForm } from '@maru/kit/web/forms/use-call-form.ts';
import { useText } from '@maru/kit/web/i18n/use-text.ts';
import { patchCall } from '@maru/kit/web/query.ts';
import { Button } from '@maru/kit/web/ui/button.tsx';
import { Dialog } from '@maru/kit/web/ui/overlays.tsx';
import { askOwnData, getOwnData } from '../own-data-contract.ts';
import { ownDataTexts } from './own-data-texts.ts';
import { PasswordField } from './password-field.tsx';

export function OwnDataDialog({ onClose }: { onClose(): void }) {
  const t = useText(ownDataTexts);
  const form = useCallForm({
    route: askOwnData,
    start: { password: '' },
    labels: { password: t('own.password') },
    otherwise: 'password',
    losesNothing: true,
    body: (typed) => typed,
    onDone: (state) => {
      patchCall(getOwnData, undefined, () => state);
      onClose();
    },
  });
  return (
    <Dialog isOpen onClose={onClose} title={t('own.ask')} description={t('own.ask.words')} className="w-[min(420px,calc(100vw-32px))]">
      <form {...form.form}>
        <PasswordField {...form.at('password')} />
        <div className="mt-4 flex justify-end gap-2">
          <Button onClick={onClose}>{t('own.cancel')}</Button>
          <Button type="submit" look="brand" isBusy={form.isBusy} disabled={form.values.password === ''}>
            {t('own.make')}
          </Button>
        </div>
      </form>
    </Dialog>
  );
}
