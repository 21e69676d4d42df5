// From the yes to a new brand to its launch list, as soon as the server has opened its books.
import { chooseDeskSite, useDeskSites } from '@maru/kit/web/desk/desk-site.ts';
import { useText, useWords } from '@maru/kit/web/i18n/use-text.ts';
import { Button } from '@maru/kit/web/ui/button.tsx';
import { useNavigate } from '@tanstack/react-router';
import { Rocket } from 'lucide-react';
import { useEffect, useState } from 'react';
import { approvalTexts } from './approval-texts.ts';
import { relearn } from './self.ts';

const askEveryMs = 1500;
/** A brand that was given up since is never known. */
const mostAsks = 8;

export function NewBrandLink({ target }: { target: string }) {
  const t = useText(approvalTexts);
  const words = useWords();
  const navigate = useNavigate();
  const code = target.replace('brand:', '');
  const site = useDeskSites().find((each) => each.code === code);
  const [asks, setAsks] = useState(0);
  const isAsking = site === undefined && asks < mostAsks;
  useEffect(() => {
    if (!isAsking) return undefined;
    const timer = setTimeout(
      () => {
        void relearn()
          .catch(() => undefined)
          .finally(() => setAsks(asks + 1));
      },
      asks === 0 ? 0 : askEveryMs,
    );
    return () => clearTimeout(timer);
  }, [isAsking, asks]);
  if (site === undefined) return isAsking ? <p className="mt-3 text-13 text-mute">{t('ap.brand.soon')}</p> : null;
  const open = () => chooseDeskSite(code, () => void navigate({ to: '/launch' }));
  return (
    <Button className="mt-3" icon={<Rocket aria-hidden="true" size={15} />} onClick={open}>
      {t('ap.brand.open', { name: words(site.name) })}
    </Button>
  );
}
