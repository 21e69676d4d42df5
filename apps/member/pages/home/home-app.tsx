// The band above the foot: this site as an app, by the browser's own offer where it makes one, else in words.
import { useBrowserFact } from '@maru/kit/web/browser-fact.ts';
import { useText, useWords } from '@maru/kit/web/i18n/use-text.ts';
import { lazyArea } from '@maru/kit/web/lazy-area.tsx';
import { useSite } from '@maru/kit/web/site.ts';
import { Button } from '@maru/kit/web/ui/button.tsx';
import { PageBand } from '@maru/kit/web/ui/page-sheet.tsx';
import { Download, QrCode as QrIcon } from 'lucide-react';
import { useState } from 'react';
import { install, useInstall } from '../../install.ts';
import { BrandMark } from '../../layouts/brand-mark.tsx';
import { homeTexts } from './home-texts.ts';

const PhoneCode = lazyArea(() => import('./phone-code.tsx').then((m) => m.PhoneCode));
/** A phone that reads this address would look for the site on itself. */
const isLoopback = () => /^(localhost|.*\.localhost|127\..*|\[::1\])$/.test(location.hostname);
const isInstalled = () => matchMedia('(display-mode: standalone)').matches;

export function HomeApp() {
  const t = useText(homeTexts);
  const words = useWords();
  const { name } = useSite();
  const offer = useInstall((state) => state.offer);
  const [showsCode, setShowsCode] = useState(false);
  const isOnItself = useBrowserFact(isLoopback, false);
  const isApp = useBrowserFact(isInstalled, false);
  // An installed app needs no advice to install it.
  if (isApp) return null;
  return (
    <PageBand className="flex flex-wrap items-center gap-x-6 gap-y-3 bg-sunken px-4 py-5 laptop:px-8">
      <BrandMark size={32} />
      <div className="min-w-0 flex-1">
        <h2 className="text-14 font-bold">{t('home.app', { name: words(name) })}</h2>
        <p className="text-13 text-sub">{t(offer ? 'home.app.words' : 'home.app.how')}</p>
      </div>
      {!isOnItself && (
        <Button icon={<QrIcon size={16} aria-hidden="true" />} onClick={() => setShowsCode(true)} className="max-tablet:hidden">
          {t('home.app.phone')}
        </Button>
      )}
      {showsCode && <PhoneCode onClose={() => setShowsCode(false)} />}
      {offer && (
        <Button look="line" size={40} icon={<Download size={16} aria-hidden="true" />} onClick={() => void install()}>
          {t('home.app.add')}
        </Button>
      )}
    </PageBand>
  );
}
