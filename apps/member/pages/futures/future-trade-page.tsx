// /future and /future/{id}: the trade screen of a member.
import { memberSeat } from '@maru/futures/web/member-seat.tsx';
import { TradeFloor } from './trade-floor.tsx';

export function FutureTradePage() {
  return <TradeFloor seat={memberSeat} />;
}
