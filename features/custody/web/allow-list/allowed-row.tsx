// One address of the list: its name, where it leads, whether it may be used yet, and taking it off.
import { call } from '@maru/kit/web/api-client.ts';
import { moment } from '@maru/kit/web/i18n/moments.ts';
import { useText } from '@maru/kit/web/i18n/use-text.ts';
import { refetch } from '@maru/kit/web/query.ts';
import { toast } from '@maru/kit/web/toasts/toast-list.ts';
import { AskDialog } from '@maru/kit/web/ui/ask-dialog.tsx';
import { IconButton } from '@maru/kit/web/ui/button.tsx';
import { Badge } from '@maru/kit/web/ui/marks.tsx';
import { Check, Clock, Trash2 } from 'lucide-react';
import { useState } from 'react';
import { type AllowedAddress, readAllowList, removeAllowed } from '../../allow-list-contract.ts';
import { Countdown } from '../countdown.tsx';
import { ChainText } from '../chain-text.tsx';
import { allowTexts } from './allow-texts.ts';

export function AllowedRow({ entry, hours }: { entry: AllowedAddress; hours: number }) {
  const t = useText(allowTexts);
  const [isAsking, setAsking] = useState(false);
  const { label, chain, address, memo, isInside, addedAt } = entry;
  return (
    <li className="flex items-start gap-3 py-4">
      <div className="min-w-0 flex-1">
        <p className="flex flex-wrap items-center gap-2 text-14 font-semibold">
          {label}
          <Badge>{chain}</Badge>
          {isInside && <Badge tone="brand">{t('allow.inside')}</Badge>}
          <Ripe entry={entry} />
        </p>
        <p className="mt-1 text-13 break-all">
          <ChainText text={address} />
        </p>
        {memo !== null && <p className="mt-1 text-13 break-all">{t('allow.memo', { memo })}</p>}
        <p className="mt-1 text-12 text-mute">{t('allow.addedAt', { time: moment(addedAt, 'said') })}</p>
      </div>
      <IconButton label={t('allow.remove.named', { label })} onClick={() => setAsking(true)}>
        <Trash2 size={18} />
      </IconButton>
      {isAsking && <RemoveDialog entry={entry} hours={hours} onClose={() => setAsking(false)} />}
    </li>
  );
}

export function Ripe({ entry: { isRipe, ripeAt } }: { entry: Pick<AllowedAddress, 'isRipe' | 'ripeAt'> }) {
  const t = useText(allowTexts);
  if (isRipe)
    return (
      <Badge tone="good" icon={<Check size={11} aria-hidden="true" />}>
        {t('allow.ripe')}
      </Badge>
    );
  return (
    <Badge tone="warn" icon={<Clock size={11} aria-hidden="true" />}>
      <Countdown until={ripeAt} routes={[readAllowList]} isSmall /> {t('allow.waits')}
    </Badge>
  );
}

function RemoveDialog({ entry: { entryId }, hours, onClose }: { entry: AllowedAddress; hours: number; onClose(): void }) {
  const t = useText(allowTexts);
  const remove = async () => {
    await call(removeAllowed, { body: { entryId } });
    await refetch(readAllowList);
    toast({ title: t('allow.removed'), kind: 'done' });
  };
  return (
    <AskDialog
      title={t('allow.remove.ask')}
      description={t('allow.remove.words', { hours })}
      cancel={t('allow.remove.keep')}
      confirm={t('allow.remove')}
      onConfirm={remove}
      onClose={onClose}
    />
  );
}
