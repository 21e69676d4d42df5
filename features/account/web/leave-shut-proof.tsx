// Who leaves, while no log-in is open to it: name and password, then the code of the second factor or of a mail.
import type { Out } from '@maru/kit/contract/route.ts';
import { call } from '@maru/kit/web/api-client.ts';
import type { OpenForm } from '@maru/kit/web/forms/call-form.ts';
import { useCallForm } from '@maru/kit/web/forms/use-call-form.ts';
import { useText } from '@maru/kit/web/i18n/use-text.ts';
import { RestrictedField } from '@maru/kit/web/inputs/restricted-field.tsx';
import { Button } from '@maru/kit/web/ui/button.tsx';
import { useState } from 'react';
import { askLeaveExcluded, proveLeaveExcluded } from '../leave-excluded-contract.ts';
import { CodeField } from './code-field.tsx';
import { leavingTexts } from './leaving-texts.ts';
import { PasswordField } from './password-field.tsx';
import { LoginSecondStep } from './second-step.tsx';
import { useCode } from './use-code.ts';

type Asked = Out<typeof askLeaveExcluded.reply>;
export type Proven = Out<typeof proveLeaveExcluded.reply>;

/** `said`: why it begins again. */
export function LeaveShutProof({ said, onProven }: { said: string | undefined; onProven(proven: Proven): void }) {
  const t = useText(leavingTexts);
  const [asked, setAsked] = useState<Asked>();
  const [gone, setGone] = useState(said);
  const form = useCallForm<OpenForm, { username: string; password: string }, void>({
    start: { username: '', password: '' },
    labels: { password: t('leave.password') },
    optional: ['password'],
    otherwise: 'password',
    losesNothing: true,
    send() {
      setGone(undefined);
      return code.ask();
    },
  });
  const { username, password } = form.values;
  const code = useCode({
    ask: async () => {
      const answer = await call(askLeaveExcluded, { body: { username, password }, isAnonymous: true });
      setAsked(answer);
      return answer;
    },
    prove: async (key, digits) => {
      const challenge = asked?.challenge ?? '';
      onProven(await call(proveLeaveExcluded, { body: { challenge, key, code: digits }, isAnonymous: true }));
    },
  });
  const asksFactor = asked !== undefined && asked.ways.length > 0;
  if (code.isAsked && asked !== undefined && !asksFactor) return <CodeField code={code} sentTo={asked.sentTo} isEmail={asked.isEmail} />;
  const { error, ...field } = form.at('password');
  return (
    <form {...form.form}>
      <RestrictedField
        set="username"
        label={t('leave.shut.username')}
        value={username}
        onChange={(text) => form.set({ username: text })}
        autoComplete="username"
        maxLength={64}
      />
      <PasswordField {...field} autoComplete="current-password" error={error ?? gone} />
      <Button type="submit" look="brand" size={48} className="w-full" isBusy={form.isBusy} disabled={username === '' || password === ''}>
        {t('leave.shut.next')}
      </Button>
      {asksFactor && code.isAsked && (
        <LoginSecondStep
          step={asked}
          onClose={() => setAsked(undefined)}
          onGone={(message) => {
            setAsked(undefined);
            setGone(message);
          }}
          prove={async (proof) =>
            onProven(await call(proveLeaveExcluded, { body: { challenge: asked.challenge, ...proof }, isAnonymous: true }))
          }
        />
      )}
    </form>
  );
}
