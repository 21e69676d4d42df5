// Rows of the root state: where each field sits inside its typed array. Amounts micro-USDT, prices ticks, quantities lots.
//
// Hot files bind what they use to constants of their own (`const { RISK } = layout`): V8 folds a module's own constants into the
// address, while an imported one is loaded and checked at every use, which costs a quarter of the engine's speed.

// accounts: Int32, one row per account.
export const ACCOUNT = 4;
/** 0 = never opened; else 1, plus AccountFlag bits and limit of leverage (command-kind.ts) above ACCOUNT_FLAG_SHIFT. */
export const ACCOUNT_OPEN = 0;
export const ACCOUNT_FLAG_SHIFT = 8;
export const ACCOUNT_MODE = 1;
/** First exposure + 1, 0 = none; exposures of an account are chained. */
export const ACCOUNT_FIRST = 2;
/** Open orders + position legs: modes may change only at 0. */
export const ACCOUNT_ORDERS = 3;

// risk: Float64, one row per scope: row `account` is its cross scope, row `capacity.accounts + position slot` an isolated leg's.
export const RISK = 8;
/** Wallet of the scope + unrealized PnL of its positions. */
export const EQUITY = 0;
export const MAINTENANCE = 1;
/** Initial margin of its positions at mark. */
export const POSITION_MARGIN = 2;
/** Cross scopes only: margin of all open orders of the account. */
export const ORDER_MARGIN = 3;
/** Bit 0 while warned (rules 9.7): warned again only after it fell below 70 %. Bit 1 while held: in the queue of liquidations (9.3). */
export const WARNED = 4;
export const WARNED_AT = 5;
/** Cross scopes only: open position legs of the account, isolated ones included. */
export const POSITION_COUNT = 6;
/** Cross scopes only: funding that could not be collected, >= 0 (rules 8.5, D-11). */
export const FUNDING_DEBT = 7;

// exposures: Int32, what one account has in one symbol.
export const EXPOSURE = 8;
export const EX_ACCOUNT = 0;
export const EX_SYMBOL = 1;
/** Position slot of the one-way or long leg, and of the short leg; -1 = none. */
export const EX_LEG = 2;
/** Newest open order + 1; older ones follow by ORDER_OLDER. */
export const EX_NEWEST = 4;
export const EX_ORDERS = 5;
/** Next exposure of the same account + 1. */
export const EX_NEXT = 6;
/** leverage * 2 + margin type; 0 = never set. */
export const EX_SETTING = 7;

// exposureSums: Float64, over the open orders of the exposure.
export const SUMS = 9;
/** + side: rest lots of opening orders. */
export const SUM_LOTS = 0;
/** + side: what they would reserve if nothing of them closed a position. */
export const SUM_RESERVED = 2;
/** + side: their notional, each order rounded up. */
export const SUM_NOTIONAL = 4;
/** + leg closed (0 one-way or long, 1 short): rest lots of closing orders. */
export const SUM_CLOSING = 6;
/** Order margin now charged to the account. */
export const SUM_CHARGED = 8;

// books.rows: Int32, and books.reals over the same memory.
/** An order is half a cache line: six integers and, over the last two, its rest as a real of `reals`. */
export const ORDER = 8;
export const ORDER_NEXT = 0;
export const ORDER_PREVIOUS = 1;
/** Level it rests at, 0 = not resting. */
export const ORDER_LEVEL = 2;
/** Whose it is: an exposure of the engine. */
export const ORDER_OWNER = 3;
/** Bits of command.ts; bit 0 is the side. */
export const ORDER_FLAGS = 4;
export const ORDER_GENERATION = 5;
export const REALS = 4;
export const ORDER_REST = 3;

/** Row of `chain`: the owner's orders, newest first; slot + 1, 0 = none. */
export const CHAIN = 2;
export const CHAIN_OLDER = 0;
export const CHAIN_NEWER = 1;

// orderFacts: Float64, beside the book's rows.
export const FACTS = 8;
/** Quantity as ordered or last amended. */
export const ORDER_LOTS = 0;
/** Sum of ticks x lots filled. */
export const ORDER_FILLED_COST = 1;
export const ORDER_RESERVED = 2;
export const ORDER_NOTIONAL = 3;
export const ORDER_PLACED_AT = 4;
export const ORDER_UPDATED_AT = 5;
export const ORDER_FILLED_LOTS = 6;
/** Words of client order id in orderTexts. */
export const ORDER_TEXT_WORDS = 7;
export const TEXT = 6;

// positionLife: Float64, what one position did since it was opened.
export const LIFE = 16;
export const LIFE_ID = 0;
export const LIFE_OPENED_AT = 1;
export const LIFE_ISOLATED = 2;
export const LIFE_REALIZED = 3;
export const LIFE_FEES = 4;
export const LIFE_CLOSED_LOTS = 5;
/** Entry cost of what was closed and its exit cost: two words each (money/wide.ts). */
export const LIFE_CLOSED_COST = 6;
export const LIFE_EXIT_COST = 8;
/** The exact entry cost when it is beyond 2^53 (positionWide = 1), magnitude in two words. */
export const LIFE_WIDE_COST = 10;
/** Funding over its life, + paid; and the funding time it was last settled for, or was opened after (futures/funding.ts). */
export const LIFE_FUNDING = 12;
export const LIFE_FUNDED_AT = 13;

// live: Float64, the moving part of a symbol.
export const LIVE = 32;
export const LISTED = 0;
export const MARK = 1;
export const INDEX = 2;
export const LAST = 3;
/** 1 = liquidations and triggers may use the mark. */
export const MARK_VALID = 4;
export const MARK_TIME = 5;
export const SWITCHES = 6;
/** What the house holds from its ladder and from take-overs, signed; its cost in cost units, two words. */
export const COUNTERPARTY_LOTS = 7;
export const HOUSE_COST = 8;
/** Lots held by members long; the short side adds the house. */
export const OPEN_LONG = 10;
export const OPEN_SHORT = 11;
/** Band of limit prices and bound of market walks at the present mark, in ticks: worked out once per mark, not per order. */
export const BUY_MOST = 12;
export const SELL_LEAST = 13;
export const WALK_MOST = 14;
export const WALK_LEAST = 15;
/** Last funding settled or being settled: its time, rate and frozen mark; the position slot to go on with + 1, 0 = none runs. */
export const FUNDING_TIME = 16;
export const FUNDING_RATE = 17;
export const FUNDING_MARK = 18;
export const FUNDING_NEXT = 19;
export const FUNDING_COUNT = 20;
/** Position slot to go on with + 1 while the symbol is being delisted, else 0. */
export const DELISTING_NEXT = 21;
/** Gate of the triggers (futures/trigger-gate.ts): its state, the mark and last seen while it opens, and since when. */
export const GATE = 24;
export const GATE_MARK = 25;
export const GATE_LAST = 26;
export const GATE_SINCE = 27;
/** While a tick's reached orders are still being put in line: mark and last before it; 0 = all of them are. */
export const CROSS_MARK = 28;
export const CROSS_LAST = 29;

// triggers.facts: Float64, one row per order slot: what a conditional order waits for, and TP/SL attached to an entry.
export const TRIGGER = 10;
/** Ticks; a trailing stop's activation price, 0 = none. */
export const TRIGGER_STOP = 0;
export const TRIGGER_RATE = 1;
/** Best price since a trailing stop is active, mark units; 0 = not active. */
export const TRIGGER_EXTREME = 2;
/** When it was armed: fired earlier at the same distance. */
export const TRIGGER_SERIAL = 3;
/** Attached TP and SL in ticks, 0 = none. */
export const TRIGGER_TAKE = 4;
export const TRIGGER_LOSS = 5;
/** The entry order whose fill armed it, 0 = none; of an entry: the position that its TP/SL were last set for. */
export const TRIGGER_PARENT = 6;
/** Working price that fired it, mark units. */
export const TRIGGER_FIRED_AT = 7;
/** Limit prices of the attached TP and SL in ticks, 0 = they fire as MARKET. */
export const TRIGGER_TAKE_LIMIT = 8;
export const TRIGGER_LOSS_LIMIT = 9;

// triggers.chains: Int32, per exposure: newest conditional order + 1, older ones by CHAIN_OLDER; and how many.
export const WAITING = 2;
export const WAITING_NEWEST = 0;
export const WAITING_COUNT = 1;

// timers: Float64, cancel-all-after: account, symbol (-1 = all), deadline.
export const TIMER = 3;

// shares: Float64, what a leg that traded since held at the last funding time: whose it is, its side on the wire, signed lots, position.
export const SHARE = 5;
export const SHARE_ACCOUNT = 0;
export const SHARE_SYMBOL = 1;
export const SHARE_SIDE = 2;
export const SHARE_LOTS = 3;
export const SHARE_ID = 4;

// meta: Float64, the scalars of a site.
export const META_SEQ = 0;
export const META_TIME = 1;
export const META_SITE_SWITCHES = 2;
export const META_EXPOSURES = 3;
export const META_BLOCKS = 4;
export const META_POSITION_SERIAL = 5;
export const META_TRADE_SERIAL = 6;
export const META_REQUEST_FIRST = 7;
export const META_REQUEST_COUNT = 8;
export const META_HASH = 9;
/** Highest account ever opened + 1, highest symbol + 1. */
export const META_ACCOUNTS = 10;
export const META_SYMBOLS = 11;
/** Scopes in `work` that wait for their liquidation: from FIRST up to END. */
export const META_WORK_FIRST = 12;
export const META_WORK_END = 13;
/** Symbols whose funding is being settled, and that are being delisted. */
export const META_FUNDINGS = 14;
export const META_DELISTINGS = 15;
/** Events after which a slice of work ends (work.ts): chosen with the room a site began in, kept when it grows. */
export const META_SLICE = 16;
/** The last funding time that has passed, and how many shares of it wait for its settlement (futures/funding-share.ts). */
export const META_SHARE_AT = 17;
export const META_SHARES = 18;
/** 1 once the site had a deposit or withdrawal by number: their rows are part of the state from then on (layout-custody.ts). */
export const META_CUSTODY = 19;
/** Conditional orders that wait, and those of them that fired and wait for their turn; arming serial. */
export const META_TRIGGERS = 20;
export const META_FIRED = 21;
export const META_TRIGGER_SERIAL = 22;
/** Buckets of the trigger index: highest used, first free. */
export const META_BUCKETS = 23;
export const META_BUCKET_FREE = 24;
export const META_BUCKETS_HELD = 25;
export const META_TIMERS = 26;
/** Engine time of the next of them, 0 = none. */
export const META_TIMER_DUE = 27;
/** Symbols with reached orders that are not in line yet. */
export const META_CROSSINGS = 28;
/** 1 once rounds or slots are in use: their rows are part of the state from then on (layout-rounds.ts). */
export const META_ROUNDS = 29;
/** Engine time at which the next unsettled round is void; 1 while one is being settled, 0 = never. */
export const META_ROUND_DUE = 30;
/** Ledger accounts without a slot (ledger/more-accounts.ts). */
export const META_MORE_ACCOUNTS = 31;
export const META = 32;
