// The way out: one quiet line at the end of the page; what it asks is loaded when it is opened.
import { useText } from '@maru/kit/web/i18n/use-text.ts';
import { lazyArea } from '@maru/kit/web/lazy-area.tsx';
import { Button } from '@maru/kit/web/ui/button.tsx';
import { useState } from 'react';
import { leavingTexts } from './leaving-texts.ts';

const LeaveDialog = lazyArea(() => import('./leave-dialog.tsx').then((m) => m.LeaveDialog));

export function LeaveAccount() {
  const t = useText(leavingTexts);
  const [isOpen, setOpen] = useState(false);
  return (
    <section aria-labelledby="leave" className="flex items-center gap-4 border-t border-line px-4 py-6 laptop:px-6">
      <div className="min-w-0 flex-1">
        <h2 id="leave" className="text-14 font-semibold">
          {t('leave.title')}
        </h2>
        <p className="mt-0.5 text-13 text-mute">{t('leave.words')}</p>
      </div>
      <Button look="quiet" onClick={() => setOpen(true)}>
        {t('leave.open')}
      </Button>
      {isOpen && <LeaveDialog onClose={() => setOpen(false)} />}
    </section>
  );
}
