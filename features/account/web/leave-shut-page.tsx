// Leaving while one has shut oneself out: name and password, the code, then what leaving asks of everybody. Nobody is logged in by it.
import { useText } from '@maru/kit/web/i18n/use-text.ts';
import { PageSheet } from '@maru/kit/web/ui/page-sheet.tsx';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { LeaveShutForm } from './leave-shut-form.tsx';
import { LeaveShutProof, type Proven } from './leave-shut-proof.tsx';
import { leavingTexts } from './leaving-texts.ts';

export function LeaveShutPage() {
  const t = useText(leavingTexts);
  const [proven, setProven] = useState<Proven>();
  const [said, setSaid] = useState<string>();
  const over = (message: string) => {
    setSaid(message);
    setProven(undefined);
  };
  return (
    <PageSheet className="flex justify-center px-4 py-8 tablet:py-16">
      <div className="w-full max-w-[440px]">
        <h1 className="text-24 font-bold tracking-[-0.02em]">{t('leave.shut.title')}</h1>
        <p className="mt-1.5 mb-8 text-14 text-sub">{proven === undefined ? t('leave.shut.words') : t('leave.ask.words')}</p>
        {proven === undefined ? <LeaveShutProof said={said} onProven={setProven} /> : <LeaveShutForm proven={proven} onOver={over} />}
        <p className="mt-6 text-center text-13">
          <Link to="/login" className="touch text-sub hover:text-text hover:underline">
            {t('leave.shut.back')}
          </Link>
        </p>
      </div>
    </PageSheet>
  );
}
