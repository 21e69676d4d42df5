// Finding what was forgotten by the identity window, on sites that know their members by it.
import { useText } from '@maru/kit/web/i18n/use-text.ts';
import { useSite } from '@maru/kit/web/site.ts';
import { Button } from '@maru/kit/web/ui/button.tsx';
import { BadgeCheck } from 'lucide-react';
import { useIdentity } from './identity.tsx';
import { identityTexts } from './identity-texts.ts';

interface ByIdentityProps {
  purpose: 'FIND_ID' | 'FIND_PW';
  /** Of FIND_PW: must be written first. */
  username?: string;
  onProven(key: string): void;
  /** What went wrong after it. */
  wrong?: string | undefined;
}

export function ByIdentity({ purpose, username, onProven, wrong }: ByIdentityProps) {
  const t = useText(identityTexts);
  const { signUp } = useSite();
  const identity = useIdentity({ purpose, ...(username === undefined ? {} : { username }) }, ({ key }) => onProven(key));
  if (signUp?.asksIdentity !== true) return null;
  const said = identity.error ?? wrong;
  return (
    <>
      <Button
        className="mt-3 w-full"
        size={48}
        icon={<BadgeCheck size={18} />}
        isBusy={identity.isBusy}
        disabled={username === ''}
        onClick={identity.open}
      >
        {t('identity.find')}
      </Button>
      {said !== undefined && (
        <p role="alert" className="mt-2 text-13 text-danger">
          {said}
        </p>
      )}
    </>
  );
}
