// A code that is proven within a larger form, the sign-up: what went wrong stands beside it.
import { messageOf } from '@maru/kit/web/failure.ts';
import { useState } from 'react';
import { type CodeSteps, useCode } from './use-code.ts';

export function useToldCode(steps: CodeSteps) {
  const code = useCode(steps);
  const [error, setError] = useState<string>();
  const [isBusy, setBusy] = useState(false);
  const run = async (work: () => Promise<void>) => {
    if (isBusy) return;
    setBusy(true);
    setError(undefined);
    try {
      await work();
    } catch (thrown) {
      setError(messageOf(thrown));
    }
    setBusy(false);
  };
  return {
    ...code,
    error,
    isBusy,
    ask: () => run(code.ask),
    prove: (secretCode: string) => run(() => code.prove(secretCode)),
    startOver() {
      code.startOver();
      setError(undefined);
    },
  };
}
export type ToldCode = ReturnType<typeof useToldCode>;
