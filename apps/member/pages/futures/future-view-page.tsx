// /futureView and /futureView/{id}: the same screen for who is not logged in; it reckons but does not send, and opens no private socket.
import { guestSeat } from '@maru/futures/web/guest-seat.tsx';
import { TradeScreen } from './trade-screen.tsx';

export function FutureViewPage() {
  return <TradeScreen seat={guestSeat} />;
}
