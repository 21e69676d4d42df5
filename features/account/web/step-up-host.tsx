// Where the question for the second factor appears, whatever page called; its form is loaded when it is first asked.
import { lazyArea } from '@maru/kit/web/lazy-area.tsx';
import { stepUpBy } from '@maru/kit/web/step-up.ts';
import { useEffect, useState } from 'react';
import type { SecondWay } from '../second-factor-contract.ts';
import { askedStep } from './asked-step.ts';

const StepUpDialog = lazyArea(() => import('./second-step.tsx').then((m) => m.StepUpDialog));

interface Asked {
  ways: readonly SecondWay[];
  settle(isProven: boolean): void;
}

export function StepUpHost() {
  const [asked, setAsked] = useState<Asked>();
  useEffect(() => {
    stepUpBy(
      (refused) =>
        new Promise((settle) => {
          setAsked({ ways: askedStep(refused)?.ways ?? ['TOTP', 'RECOVERY'], settle });
        }),
    );
  }, []);
  if (asked === undefined) return null;
  const end = (isProven: boolean) => {
    setAsked(undefined);
    asked.settle(isProven);
  };
  return <StepUpDialog ways={asked.ways} onProven={() => end(true)} onClose={() => end(false)} />;
}
