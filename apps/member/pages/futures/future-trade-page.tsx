// /future and /future/{id}: the trade screen of a member.
import { endTransfer, memberSeat, useTransferRequest } from '@maru/futures/web/member-seat.tsx';
import { lazyArea } from '@maru/kit/web/lazy-area.tsx';
import { useEffect } from 'react';
import { TradeScreen } from './trade-screen.tsx';

const TransferDialog = lazyArea(() => import('@maru/wallet/web/transfer-dialog.tsx').then((m) => m.TransferDialog));

export function FutureTradePage() {
  const from = useTransferRequest((s) => s.from);
  useEffect(() => endTransfer, []);
  return (
    <>
      <TradeScreen seat={memberSeat} />
      {from && <TransferDialog from={from} onClose={endTransfer} />}
    </>
  );
}
