// /future and /future/{id}: the trade screen of a member.
import { TradeFloor } from './trade-floor.tsx';

export function FutureTradePage() {
  return <TradeFloor isMember />;
}
