// The editions of a site, newest first; what each one changed, and the way back to the one before.
import { call } from '@maru/kit/web/api-client.ts';
import { BeforeAfter } from '@maru/kit/web/desk/before-after.tsx';
import { ReasonDialog } from '@maru/kit/web/desk/reason-dialog.tsx';
import { useCan } from '@maru/kit/web/desk/desk-site.ts';
import { useSiteFields } from '@maru/kit/web/desk/site-fields.ts';
import { useText } from '@maru/kit/web/i18n/use-text.ts';
import { refetch, useCall } from '@maru/kit/web/query.ts';
import { toast } from '@maru/kit/web/toasts/toast-list.ts';
import { Button } from '@maru/kit/web/ui/button.tsx';
import { Dialog } from '@maru/kit/web/ui/overlays.tsx';
import { TableTime } from '@maru/kit/web/ui/table-time.tsx';
import { useState } from 'react';
import { getSiteEdition, getSiteEditing, type SiteEditing, undoSite } from '../edit-contract.ts';
import { texts } from './texts.ts';

export function EditionsDialog({ editing, onClose }: { editing: SiteEditing; onClose(): void }) {
  const t = useText(texts);
  const [open, setOpen] = useState<number>();
  const [isAsking, setAsking] = useState(false);
  const mayPublish = useCan('site.publish');
  if (isAsking)
    return (
      <ReasonDialog
        title={t('siteedit.history.back.title')}
        description={t('siteedit.history.back.words')}
        confirm={t('siteedit.history.back')}
        isOptional
        onClose={onClose}
        onConfirm={async (reason) => {
          const next = await call(undoSite, { body: { edition: editing.edition, ...(reason ? { reason } : {}) } });
          toast({ title: t('siteedit.published', { edition: next.edition }), stay: 'notice' });
          await refetch(getSiteEditing);
        }}
      />
    );
  return (
    <Dialog
      isOpen
      onClose={onClose}
      title={t('siteedit.history')}
      className="w-[min(640px,calc(100vw-32px))]"
      foot={mayPublish && editing.edition > 0 && <Button onClick={() => setAsking(true)}>{t('siteedit.history.back')}</Button>}
    >
      {editing.editions.length === 0 && <p className="text-13 text-mute">{t('siteedit.never')}</p>}
      <ol className="divide-y divide-line text-13">
        {editing.editions.map(({ edition, at, byName }) => (
          <li key={edition} className="py-2">
            <button
              type="button"
              aria-expanded={open === edition}
              className="flex w-full items-center gap-4 text-left hover:text-brand"
              onClick={() => setOpen(open === edition ? undefined : edition)}
            >
              <span className="w-10 font-semibold tabular-nums">{`v${edition}`}</span>
              <TableTime at={at} />
              <span className="ml-auto text-mute">{edition === 0 ? t('siteedit.history.first') : byName || '–'}</span>
            </button>
            {open === edition && edition > 0 && <EditionChanges edition={edition} />}
          </li>
        ))}
      </ol>
    </Dialog>
  );
}

function EditionChanges({ edition }: { edition: number }) {
  const after = useCall(getSiteEdition, { query: { edition: String(edition) } });
  const before = useCall(getSiteEdition, { query: { edition: String(edition - 1) } });
  const fields = useSiteFields();
  if (!after.data || !before.data) return null;
  return (
    <div className="mt-2 rounded-8 bg-sunken p-3">
      <BeforeAfter {...fields} before={before.data.config} after={after.data.config} />
    </div>
  );
}
