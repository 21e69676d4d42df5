// /future and /future/{id}: the trade screen of a member.
import { endTransfer, memberTicketSlot, useTransferRequest } from '@maru/futures/web/member-ticket-slot.tsx';
import { lazyArea } from '@maru/kit/web/lazy-area.tsx';
import { useEffect } from 'react';
import { TradeScreen } from './trade-screen.tsx';

/** Card, QR and picture are needed once a position closes. */
const Result = lazyArea(() => import('./result-dialog.tsx').then((m) => m.ResultDialog));
const ticketSlot = memberTicketSlot({ Result });
const TransferDialog = lazyArea(() => import('@maru/wallet/web/transfer-dialog.tsx').then((m) => m.TransferDialog));

export function FutureTradePage() {
  const from = useTransferRequest((s) => s.from);
  useEffect(() => endTransfer, []);
  return (
    <>
      <TradeScreen ticketSlot={ticketSlot} />
      {from && <TransferDialog from={from} onClose={endTransfer} />}
    </>
  );
}
