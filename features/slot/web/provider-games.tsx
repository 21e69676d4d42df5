// Games of another provider on /slot: shown only where the site works with one; opened in a tab of its own by a token of one use.
import { call } from '@maru/kit/web/api-client.ts';
import { messageOf } from '@maru/kit/web/failure.ts';
import { useText } from '@maru/kit/web/i18n/use-text.ts';
import { useCall } from '@maru/kit/web/query.ts';
import { toast } from '@maru/kit/web/toasts/toast-list.ts';
import { Button } from '@maru/kit/web/ui/button.tsx';
import { ExternalLink } from 'lucide-react';
import { useState } from 'react';
import { launchSlotGame, listGameProviders } from '../contract.ts';
import { slotTexts } from './slot-texts.ts';

export function ProviderGames() {
  const t = useText(slotTexts);
  const { data } = useCall(listGameProviders);
  if (data === undefined || data.length === 0) return null;
  return (
    <section className="mt-8" data-testid="houses">
      <h2 className="text-18 font-bold">{t('slot.houses')}</h2>
      <p className="mt-1 mb-4 text-13 text-sub">{t('slot.houses.words')}</p>
      <ul className="grid gap-4 laptop:grid-cols-2">
        {data.map(({ provider }) => (
          <House key={provider} provider={provider} />
        ))}
      </ul>
    </section>
  );
}

function House({ provider }: { provider: string }) {
  const t = useText(slotTexts);
  const [isBusy, setBusy] = useState(false);
  const open = async () => {
    // Opened by the press itself: later the browser would take it for an advertisement.
    const tab = window.open('about:blank');
    setBusy(true);
    try {
      const { url } = await call(launchSlotGame, { body: { provider } });
      if (tab === null) window.location.assign(url);
      else {
        tab.opener = null;
        tab.location.replace(url);
      }
    } catch (thrown) {
      tab?.close();
      toast({ title: messageOf(thrown), kind: 'danger', stay: 'notice' });
    } finally {
      setBusy(false);
    }
  };
  return (
    <li className="flex flex-wrap items-center justify-between gap-3 rounded-12 border border-line bg-surface p-4" data-testid="house">
      <div className="min-w-0">
        <h3 className="text-16 font-bold break-words">{provider}</h3>
        <p className="text-12 text-mute">{t('slot.house.words')}</p>
      </div>
      <Button look="ink" size={40} isBusy={isBusy} icon={<ExternalLink size={16} />} onClick={() => void open()}>
        {t('slot.house.open')}
      </Button>
    </li>
  );
}
