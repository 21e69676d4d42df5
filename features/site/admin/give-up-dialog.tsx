// A brand that is not to open given up: its code typed, and why; a second person agrees.
import { call } from '@maru/kit/web/api-client.ts';
import { ReasonDialog } from '@maru/kit/web/desk/reason-dialog.tsx';
import { useText, useWords } from '@maru/kit/web/i18n/use-text.ts';
import { TextField } from '@maru/kit/web/ui/field.tsx';
import { useState } from 'react';
import { giveUpBrand, type LaunchState } from '../launch-contract.ts';
import { launchTexts } from './launch-texts.ts';

const fields = ['code'] as const;

export function GiveUpDialog({ state: { code, name }, onClose }: { state: LaunchState; onClose(): void }) {
  const t = useText(launchTexts);
  const words = useWords();
  const [typed, setTyped] = useState('');
  return (
    <ReasonDialog
      title={t('launch.giveUp.title', { name: words(name) })}
      description={t('launch.giveUp.words')}
      confirm={t('launch.new.send')}
      look="danger"
      blocked={typed.trim() === code ? undefined : t(typed.trim() === '' ? 'launch.new.missing' : 'launch.giveUp.wrong')}
      fields={fields}
      onClose={onClose}
      onConfirm={(reason) => call(giveUpBrand, { body: { code: typed.trim(), reason } })}
    >
      {(wrongAt) => (
        <TextField
          label={t('launch.giveUp.code', { code })}
          maxLength={32}
          spellCheck={false}
          autoCapitalize="none"
          autoComplete="off"
          value={typed}
          error={wrongAt('code')}
          onChange={(event) => setTyped(event.target.value)}
        />
      )}
    </ReasonDialog>
  );
}
