// A phone number or address with its middle hidden, shown on demand by those who may: each time is kept in the audit log.
import { Eye } from 'lucide-react';
import { useState } from 'react';
import { messageOf } from '../failure.ts';
import { useText } from '../i18n/use-text.ts';
import { toast } from '../toasts/toast-list.ts';
import { IconButton } from '../ui/button.tsx';
import { useCan } from './desk-site.ts';
import { deskTexts } from './texts.ts';

export function Masked({ masked, right, reveal }: { masked: string; right: string; reveal(): Promise<string> }) {
  const t = useText(deskTexts);
  const canReveal = useCan(right);
  const [shown, setShown] = useState<string>();
  const [isBusy, setBusy] = useState(false);
  const show = async () => {
    setBusy(true);
    try {
      setShown(await reveal());
    } catch (thrown) {
      toast({ title: messageOf(thrown), kind: 'warn', stay: 'notice' });
    }
    setBusy(false);
  };
  if (shown !== undefined) return <span title={t('desk.revealed')}>{shown}</span>;
  return (
    <span className="inline-flex items-center gap-1">
      {masked}
      {canReveal && (
        <IconButton label={t('desk.reveal')} size={24} disabled={isBusy} onClick={() => void show()}>
          <Eye size={14} />
        </IconButton>
      )}
    </span>
  );
}
