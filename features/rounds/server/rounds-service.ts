// The running parts of timed rounds on one server, as its calls see them.
import type { BetStrike } from '@maru/engine/wire/round-terms.ts';
import { serviceKey } from '@maru/kit/server/services.ts';
import type { Boundaries } from './boundaries.ts';
import type { DayHeads } from './day-heads.ts';
import type { Draws } from './draws.ts';
import type { OpenRounds } from './open-rounds.ts';
import type { PublicValues } from './public-values.ts';
import type { SiteOption } from './site-options.ts';
import type { TopWinners } from './top-winners.ts';

export interface RoundsService {
  boundaries: Boundaries;
  draws: Draws;
  publicValues: PublicValues;
  heads: DayHeads;
  rounds: OpenRounds;
  winners: TopWinners;
  /** The price of the moment, for early sales; refuses while there is no fresh one. */
  strikeNow(option: SiteOption): BetStrike;
  /** After a site's options have changed: what they are about is watched, what is open is known. */
  openSite(site: number): Promise<void>;
}

export const roundsService = serviceKey('rounds.service').of<RoundsService>();
