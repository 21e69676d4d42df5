// /futureView and /futureView/{id}: the same screen for who is not logged in; it reckons but does not send, and opens no private socket.
import { guestTicketSlot } from '@maru/futures/web/guest-ticket-slot.tsx';
import { TradeScreen } from './trade-screen.tsx';

export function FutureViewPage() {
  return <TradeScreen ticketSlot={guestTicketSlot} />;
}
