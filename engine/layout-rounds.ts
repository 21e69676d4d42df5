// Rows of timed rounds and bets: where each field sits inside its typed array (rounds/tables.ts). Amounts of the BINARY wallet's currency.

/** Options of a site, draws among them, markets of a round. */
export const MOST_OPTIONS = 128;
export const MOST_DRAWS = 16;
export const MARKETS = 48;

// options: Float64, one row per option.
export const OPTION = 48;
export const OPTION_LISTED = 0;
export const OPTION_KIND = 1;
export const OPTION_SYMBOL = 2;
export const OPTION_DURATION = 3;
/** Row of drawOdds, for draws. */
export const OPTION_DRAW = 4;
/** Its first round + 1; rounds of an option are chained by ROUND_NEXT. */
export const OPTION_FIRST = 5;
/** Three configurations, each from an ordinal on (-1 = unused): of the running round, the one whose betting is open, the one after. */
export const OPTION_CONFIGS = 8;
export const CONFIGS = 3;
export const CONFIG = 12;
export const CONFIG_FROM = 0;
export const CONFIG_FLAGS = 1;
export const CONFIG_CUTOFF = 2;
export const CONFIG_ODDS_UP = 3;
export const CONFIG_ODDS_DOWN = 4;
export const CONFIG_MIN_STAKE = 5;
export const CONFIG_MAX_STAKE = 6;
export const CONFIG_MAX_MEMBER = 7;
export const CONFIG_MAX_SIDE = 8;
export const CONFIG_SALE_FEE = 9;
export const CONFIG_SALE_VOLATILITY = 10;

// drawOdds: Float64, per draw and market the same three: from, odds.
export const DRAW_ODDS = 6;

// rounds: Float64, one row per round that took shape.
export const ROUND = 40;
export const ROUND_OPTION = 0;
export const ROUND_ORDINAL = 1;
/** 0 = free, else RoundState (rounds/round-life.ts). */
export const ROUND_STATE = 2;
/** First and last bet + 1. */
export const ROUND_FIRST = 3;
export const ROUND_LAST = 4;
export const ROUND_BETS = 5;
export const ROUND_STAKED = 6;
/** Next round of the option + 1, or the next free row + 1. */
export const ROUND_NEXT = 7;
export const ROUND_RESULT = 8;
/** Close in ticks, or a draw's packed result. */
export const ROUND_CLOSE = 9;
/** Next round to be settled + 1. */
export const ROUND_QUEUE = 10;
/** While it is being settled: bets, stakes, payouts, and how many won, lost, were void. */
export const ROUND_DONE = 11;
export const ROUND_DONE_STAKED = 12;
export const ROUND_PAID = 13;
export const ROUND_WON = 14;
export const ROUND_LOST = 15;
export const ROUND_VOID = 16;
/** Engine time at which it is void if it has not been settled. */
export const ROUND_DUE = 17;
/** 1 once it had a bet. */
export const ROUND_OPENED = 18;
/** Strike in ticks as the first early sale was told, 0 = none yet. */
export const ROUND_STRIKE = 19;
/** 1 = the hash of a draw's seed follows, eight words. */
export const ROUND_COMMITTED = 20;
export const ROUND_HASH = 21;
/** The option's terms as its first bet, or its commitment, found them: later changes are for later rounds. */
export const ROUND_FLAGS = 29;
export const ROUND_CUTOFF = 30;
export const ROUND_SALE_FEE = 31;
export const ROUND_SALE_VOLATILITY = 32;

// bets: Float64, one row per open bet; betTimes beside it.
export const BET = 8;
export const BET_ACCOUNT = 0;
export const BET_ROUND = 1;
export const BET_MARKET = 2;
export const BET_STAKE = 3;
export const BET_ODDS = 4;
/** In-round: its own strike in ticks. */
export const BET_STRIKE = 5;
/** What it pays when it wins: floor(stake x odds), worked out when it was placed. */
export const BET_PAYOUT = 6;
/** 0 = free row. */
export const BET_SERIAL = 7;
/** Slot + serial * BET_SLOTS is a bet's id. */
export const BET_SLOTS = 1_048_576;

// betLinks: Int32, slot + 1, 0 = none; a free row's ROUND link chains free rows.
export const LINKS = 4;
export const LINK_NEXT = 0;
export const LINK_PREVIOUS = 1;
export const LINK_OWN_NEXT = 2;
export const LINK_OWN_PREVIOUS = 3;

// play: Float64, one row per account.
export const PLAY = 16;
/** Open stakes (gameWaitPoint), what open bets pay if all win, how many, and the newest + 1. */
export const PLAY_WAITING = 0;
export const PLAY_COULD_WIN = 1;
export const PLAY_BETS = 2;
export const PLAY_FIRST = 3;
/** When the member's day began, what it staked in it and lost net, when it ends, and the time of its first bet or spin (0 = none yet). */
export const PLAY_DAY = 4;
export const PLAY_DAY_STAKE = 5;
export const PLAY_DAY_LOSS = 6;
export const PLAY_DAY_END = 7;
export const PLAY_DAY_FIRST = 8;

// limits: Float64, one row per account: own limits of a day, 0 = none, each in the order loss, stake, length of play.
export const LIMITS = 9;
export const LIMITS_MOST = 0;
/** Looser ones, and when each of them begins: 0 = none waits. */
export const LIMITS_PENDING = 3;
export const LIMITS_FROM = 6;

// slots: Float64, one row per account: hash of the seed its next spins use, how many seeds it had, spins of this one.
export const SLOT = 10;
export const SLOT_HASH = 0;
export const SLOT_SERIAL = 8;
export const SLOT_SPINS = 9;

// marks: Float64, the scalars.
export const MARK_OPTIONS = 0;
export const MARK_DRAWS = 1;
/** Rows ever used, first free + 1. */
export const MARK_ROUNDS = 2;
export const MARK_ROUND_FREE = 3;
export const MARK_BETS = 4;
export const MARK_BET_FREE = 5;
export const MARK_BET_SERIAL = 6;
/** Rounds being settled, first come first: first and last + 1. */
export const MARK_QUEUE_FIRST = 7;
export const MARK_QUEUE_LAST = 8;
export const MARK_OPEN_ROUNDS = 9;
export const MARK_OPEN_BETS = 10;
/** What all open bets pay if they win, and their stakes. */
export const MARK_COULD_PAY = 11;
export const MARK_STAKES = 12;
/** Where the days of all members of the site begin: milliseconds before midnight UTC. */
export const MARK_DAY_OFFSET = 13;
/** When its clocks change next, or changed last, and by how much they are put forward; 0 = never. */
export const MARK_CHANGE_AT = 14;
export const MARK_CHANGE_BY = 15;
export const MARKS = 16;
