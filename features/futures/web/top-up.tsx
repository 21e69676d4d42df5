// The plus beside what is available: money from another wallet, without leaving the ticket.
import { useText } from '@maru/kit/web/i18n/use-text.ts';
import { IconButton } from '@maru/kit/web/ui/button.tsx';
import { Plus } from 'lucide-react';
import { futuresTexts } from './futures-texts.ts';
import { requestTransfer } from './transfer-request.ts';

export function TopUp() {
  const t = useText(futuresTexts);
  return (
    <IconButton size={24} label={t('ticket.topUp')} onClick={() => requestTransfer('USDT')} className="-my-1 -mr-1.5 align-middle">
      <Plus size={14} />
    </IconButton>
  );
}
