// What can be done with a form of contents or popups: kept as a draft, published, taken down, deleted; what is public is asked for first.
import { IfCan } from '@maru/kit/web/desk/if-can.tsx';
import { useText } from '@maru/kit/web/i18n/use-text.ts';
import { AskDialog } from '@maru/kit/web/ui/ask-dialog.tsx';
import { Button } from '@maru/kit/web/ui/button.tsx';
import { useState } from 'react';
import { contentDeskTexts } from './desk-texts.ts';

interface FormActionsProps {
  title: string;
  /** Says what the form lacks; nothing can be kept until then. */
  missing: string | undefined;
  publish: { label: string; ask: string; words: string };
  right?: string;
  onSave(): Promise<unknown>;
  onPublish(): Promise<void>;
  onClose?: (() => Promise<void>) | undefined;
  onDelete?: (() => Promise<void>) | undefined;
}

export function FormActions({ missing, publish, right = 'notice.write', onSave, onPublish, onClose, onDelete }: FormActionsProps) {
  const t = useText(contentDeskTexts);
  const [asking, setAsking] = useState<'PUBLISH' | 'CLOSE' | 'DELETE'>();
  const away = () => setAsking(undefined);
  return (
    <IfCan right={right}>
      <div className="sticky bottom-0 -mx-4 mt-6 flex flex-wrap items-center gap-2 border-t border-line bg-surface px-4 py-3 laptop:-mx-6 laptop:px-6">
        {onDelete && (
          <Button look="quiet" onClick={() => setAsking('DELETE')}>
            {t('con.delete')}
          </Button>
        )}
        {onClose && (
          <Button look="quiet" onClick={() => setAsking('CLOSE')}>
            {t('con.close')}
          </Button>
        )}
        <span className="ml-auto flex items-center gap-2">
          <span className="text-12 text-mute">{missing}</span>
          <Button disabled={missing !== undefined} onClick={() => void onSave()}>
            {t('con.save')}
          </Button>
          <Button look="brand" disabled={missing !== undefined} onClick={() => setAsking('PUBLISH')}>
            {publish.label}
          </Button>
        </span>
      </div>
      {asking === 'PUBLISH' && (
        <AskDialog
          title={publish.ask}
          description={publish.words}
          cancel={t('con.cancel')}
          confirm={publish.label}
          look="brand"
          onConfirm={onPublish}
          onClose={away}
        />
      )}
      {asking === 'CLOSE' && onClose && (
        <AskDialog
          title={t('con.close.ask')}
          description={t('con.close.words')}
          cancel={t('con.cancel')}
          confirm={t('con.close')}
          onConfirm={onClose}
          onClose={away}
        />
      )}
      {asking === 'DELETE' && onDelete && (
        <AskDialog
          title={t('con.delete.ask')}
          description={t('con.delete.words')}
          cancel={t('con.cancel')}
          confirm={t('con.delete')}
          onConfirm={onDelete}
          onClose={away}
        />
      )}
    </IfCan>
  );
}
