// How long things last at the bots' gateway, as on the venue; a test brings its own, where only waiting would show them.
import { DAY_MS } from '@maru/kit/contract/calendar.ts';

export interface BotTimes {
  /** Between two pings to every socket; whoever has not answered the one before is cut. */
  pingMs: number;
  /** How often sockets are looked at for that. */
  socketLookMs: number;
  /** A connection lives a day. */
  connectionMs: number;
  /** A listen key lives so long from the last time it was asked for, and is looked at so often. */
  listenMs: number;
  listenLookMs: number;
  /** How often orders are looked through for those whose time is over. */
  goodTillLookMs: number;
  /** How often it is seen whether five minutes are over. */
  sampleLookMs: number;
}

export const usualTimes: BotTimes = {
  pingMs: 60_000,
  socketLookMs: 5000,
  connectionMs: DAY_MS,
  listenMs: 3_600_000,
  listenLookMs: 10_000,
  goodTillLookMs: 1000,
  sampleLookMs: 1000,
};
