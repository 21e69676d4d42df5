// Beside the login form: the demo accounts where there are any, and what protects a login here.
import { showAlert } from '@maru/kit/web/alert-dialog.tsx';
import { messageOf } from '@maru/kit/web/failure.ts';
import { useText } from '@maru/kit/web/i18n/use-text.ts';
import { Button } from '@maru/kit/web/ui/button.tsx';
import { KeyRound, MonitorSmartphone, ShieldQuestionMark } from 'lucide-react';
import { useState } from 'react';
import { accountTexts } from './account-texts.ts';
import { logIn } from './auth.ts';

/** Printed by `npm start` as well; they exist only in the demo. */
const demoMembers = ['demo1', 'demo2'] as const;
const demoPassword = 'demo1234';

function DemoEntry() {
  const t = useText(accountTexts);
  const [entering, setEntering] = useState<string>();
  const enter = async (name: string) => {
    setEntering(name);
    await logIn(name, demoPassword).catch((thrown: unknown) => showAlert({ message: messageOf(thrown) }));
    setEntering(undefined);
  };
  return (
    <section className="border-b border-line px-4 py-8 laptop:px-8">
      <h2 className="text-16 font-bold">{t('login.demo')}</h2>
      <p className="mt-1 text-13 text-sub">{t('login.demo.words')}</p>
      <div className="mt-4 grid grid-cols-2 gap-2">
        {demoMembers.map((name) => (
          <Button key={name} isBusy={entering === name} disabled={entering !== undefined} onClick={() => void enter(name)}>
            {t('login.demo.use', { name })}
          </Button>
        ))}
      </div>
    </section>
  );
}

const facts = [
  { icon: MonitorSmartphone, key: 'login.safe.1', words: 'login.safe.1.words' },
  { icon: KeyRound, key: 'login.safe.2', words: 'login.safe.2.words' },
  { icon: ShieldQuestionMark, key: 'login.safe.3', words: 'login.safe.3.words' },
] as const;

export function LoginAside({ isDemo }: { isDemo: boolean }) {
  const t = useText(accountTexts);
  return (
    <div className="border-t border-line bg-sunken laptop:border-t-0 laptop:border-l">
      {isDemo && <DemoEntry />}
      <section className="px-4 py-8 laptop:px-8">
        <h2 className="text-13 font-semibold text-mute">{t('login.safe.title')}</h2>
        <ul className="mt-3 divide-y divide-line">
          {facts.map(({ icon: Icon, key, words }) => (
            <li key={key} className="flex gap-3 py-4">
              <Icon aria-hidden="true" size={18} className="mt-0.5 shrink-0 text-brand" />
              <div>
                <p className="text-14 font-semibold">{t(key)}</p>
                <p className="text-13 text-mute">{t(words)}</p>
              </div>
            </li>
          ))}
        </ul>
      </section>
    </div>
  );
}
