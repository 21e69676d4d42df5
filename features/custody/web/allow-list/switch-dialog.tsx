// Switching the list on, at once, or off, after its wait: each with the withdrawal password.
import { FormTrouble } from '@maru/kit/web/forms/form-trouble.tsx';
import { useCallForm } from '@maru/kit/web/forms/use-call-form.ts';
import { useText } from '@maru/kit/web/i18n/use-text.ts';
import { SECRET_DIGITS, SecretDigits } from '@maru/kit/web/inputs/secret-digits.tsx';
import { refetch } from '@maru/kit/web/query.ts';
import { toast } from '@maru/kit/web/toasts/toast-list.ts';
import { Button } from '@maru/kit/web/ui/button.tsx';
import { Dialog } from '@maru/kit/web/ui/overlays.tsx';
import { type AllowList, readAllowList, switchAllowList } from '../../allow-list-contract.ts';
import { allowTexts } from './allow-texts.ts';

const HOUR = 3600;

export function SwitchDialog({ list: { isOn, offAt, waitSeconds }, onClose }: { list: AllowList; onClose(): void }) {
  const t = useText(allowTexts);
  // While switching off waits, the way is back.
  const willBeOn = !isOn || offAt !== null;
  const ask = willBeOn ? 'allow.switch.onAsk' : 'allow.switch.offAsk';
  const form = useCallForm({
    route: switchAllowList,
    start: { password: '' },
    labels: { password: t('allow.password') },
    losesNothing: true,
    spent: ['password'],
    body: ({ password }) => ({ isOn: willBeOn, password }),
    onDone: async () => {
      await refetch(readAllowList);
      toast({ title: t('allow.switch.done'), kind: 'done' });
      onClose();
    },
  });
  return (
    <Dialog isOpen onClose={onClose} title={t(ask)} description={t(`${ask}.words`, { hours: Math.round(waitSeconds / HOUR) })}>
      <form {...form.form}>
        <SecretDigits {...form.at('password')} />
        <FormTrouble words={form.trouble} className="mb-3" />
        <Button
          type="submit"
          look="brand"
          size={48}
          className="w-full"
          isBusy={form.isBusy}
          disabled={form.values.password.length !== SECRET_DIGITS}
        >
          {t(willBeOn ? 'allow.do.on' : 'allow.do.off')}
        </Button>
      </form>
    </Dialog>
  );
}
