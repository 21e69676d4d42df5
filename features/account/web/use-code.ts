// Asking for a code and proving it: the clock of its three minutes, and the pause before the next one.
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

/** What goes wrong in `ask` and `prove` is thrown, for the form that asked. */
export function useCode({ ask, prove }: CodeSteps) {
  const [standing, setStanding] = useState<Standing>();
  const [provenKey, setProvenKey] = useState<string>();
  const [now, setNow] = useState(0);
  useEffect(() => {
    if (standing === undefined) return undefined;
    const timer = setInterval(() => setNow(Date.now()), 250);
    return () => clearInterval(timer);
  }, [standing]);

  const secondsUntil = (seconds: number) =>
    standing === undefined ? 0 : Math.max(0, Math.ceil((standing.askedAt + seconds * 1000 - Math.max(now, standing.askedAt)) / 1000));

  return {
    isAsked: standing !== undefined,
    provenKey,
    secondsLeft: secondsUntil(standing?.expiresIn ?? 0),
    secondsToResend: secondsUntil(standing?.resendIn ?? 0),
    async ask() {
      const asked = await ask();
      setStanding({ ...asked, askedAt: Date.now() });
    },
    async prove(secretCode: string) {
      if (standing === undefined) return;
      await prove(standing.key, secretCode);
      setProvenKey(standing.key);
    },
    startOver() {
      setStanding(undefined);
      setProvenKey(undefined);
    },
  };
}
export type Code = ReturnType<typeof useCode>;
