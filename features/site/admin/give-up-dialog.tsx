// A brand that is not to open given up: its code typed, and why; a second person agrees.
import { ReasonForm } from '@maru/kit/web/desk/reason-form.tsx';
import { useCallForm } from '@maru/kit/web/forms/use-call-form.ts';
import { useText, useWords } from '@maru/kit/web/i18n/use-text.ts';
import { TextField } from '@maru/kit/web/ui/field.tsx';
import { giveUpBrand, type LaunchState } from '../launch-contract.ts';
import { launchTexts } from './launch-texts.ts';

export function GiveUpDialog({ state: { code, name }, onClose }: { state: LaunchState; onClose(): void }) {
  const t = useText(launchTexts);
  const words = useWords();
  const label = t('launch.giveUp.code', { code });
  const form = useCallForm({
    route: giveUpBrand,
    start: { code: '', reason: '' },
    labels: { code: label },
    otherwise: 'reason',
    onDone: onClose,
  });
  const typed = form.values.code.trim();
  return (
    <ReasonForm
      form={form}
      title={t('launch.giveUp.title', { name: words(name) })}
      description={t('launch.giveUp.words')}
      confirm={t('launch.new.send')}
      look="danger"
      blocked={typed === code ? undefined : typed === '' ? label : t('launch.giveUp.wrong')}
      onClose={onClose}
    >
      <TextField {...form.text('code')} maxLength={32} spellCheck={false} autoCapitalize="none" autoComplete="off" />
    </ReasonForm>
  );
}
