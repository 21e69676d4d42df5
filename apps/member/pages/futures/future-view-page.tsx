// /futureView and /futureView/{id}: the same screen for who is not logged in; it reckons but does not send, and opens no private socket.
import { guestSeat } from '@maru/futures/web/guest-seat.tsx';
import { TradeFloor } from './trade-floor.tsx';

export function FutureViewPage() {
  return <TradeFloor seat={guestSeat} />;
}
