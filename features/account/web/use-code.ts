// Asking for a code and proving it: the clock of its three minutes, the pause before the next one, and what the server said.
import { Failure, messageOf } from '@maru/kit/web/failure.ts';
import { useEffect, useState } from 'react';

export interface AskedCode {
  key: string;
  expiresIn: number;
  resendIn: number;
}
interface Standing extends AskedCode {
  askedAt: number;
}

export interface CodeSteps {
  ask(): Promise<AskedCode>;
  prove(key: string, secretCode: string): Promise<unknown>;
}

export function useCode({ ask, prove }: CodeSteps) {
  const [standing, setStanding] = useState<Standing>();
  const [provenKey, setProvenKey] = useState<string>();
  const [error, setError] = useState<{ message: string; field: string | undefined }>();
  const [isBusy, setBusy] = useState(false);
  const [now, setNow] = useState(0);
  useEffect(() => {
    if (standing === undefined) return undefined;
    const timer = setInterval(() => setNow(Date.now()), 250);
    return () => clearInterval(timer);
  }, [standing]);

  const run = async (work: () => Promise<void>) => {
    if (isBusy) return;
    setBusy(true);
    setError(undefined);
    try {
      await work();
    } catch (thrown) {
      setError({ message: messageOf(thrown), field: thrown instanceof Failure ? thrown.field : undefined });
    }
    setBusy(false);
  };
  const secondsUntil = (seconds: number) =>
    standing === undefined ? 0 : Math.max(0, Math.ceil((standing.askedAt + seconds * 1000 - Math.max(now, standing.askedAt)) / 1000));

  return {
    isAsked: standing !== undefined,
    provenKey,
    error,
    isBusy,
    secondsLeft: secondsUntil(standing?.expiresIn ?? 0),
    secondsToResend: secondsUntil(standing?.resendIn ?? 0),
    ask: () =>
      run(async () => {
        const asked = await ask();
        setStanding({ ...asked, askedAt: Date.now() });
      }),
    prove: (secretCode: string) =>
      run(async () => {
        if (standing === undefined) return;
        await prove(standing.key, secretCode);
        setProvenKey(standing.key);
      }),
    startOver() {
      setStanding(undefined);
      setProvenKey(undefined);
      setError(undefined);
    },
  };
}
export type CodeForm = ReturnType<typeof useCode>;
