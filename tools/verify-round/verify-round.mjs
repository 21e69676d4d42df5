#!/usr/bin/env node
// Checks the evidence of settled rounds with nothing but Node (18 or newer): node verify-round.mjs <file.json> [--head <hash>]
//
// The file is one { record, hash, bets?, previousRecord? } or a list of them in order. Everything is worked out again from the
// record: what ticks or seed and entropy come to, what every market and bet is paid, and that each record names the one before.
// --head: the hash the site published for the last of them. This file shares no line with the site's own code.
import { createHash, createHmac } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { pathToFileURL } from 'node:url';

const sha256 = (data) => createHash('sha256').update(data).digest('hex');
const fail = (why) => {
  throw new Error(why);
};
const need = (condition, why) => condition || fail(why);

/** A decimal text as an exact integer of 10^-places. */
function decimal(text, places) {
  const parts = /^(\d+)(?:\.(\d+))?$/.exec(text) ?? fail(`"${text}" is no decimal`);
  const fraction = (parts[2] ?? '').replace(/0+$/, '');
  need(fraction.length <= places, `"${text}" has more than ${places} decimals`);
  return BigInt(parts[1] + fraction.padEnd(places, '0'));
}
const price = (text) => decimal(text, 12);
const ms = (text) => decimal(text, 0);
const odds = (text) => decimal(text, 8);
const isDigest = (text) => /^[0-9a-f]{64}$/.test(text ?? '');

/** JSON with sorted fields and no spaces: the only spelling a record may have. */
function canonical(value) {
  if (Array.isArray(value)) return `[${value.map(canonical).join(',')}]`;
  if (value === null || typeof value !== 'object')
    return need(typeof value !== 'number', 'a number in the record') && JSON.stringify(value);
  const keys = Object.keys(value).sort((a, b) => (a < b ? -1 : 1));
  return `{${keys.map((key) => `${JSON.stringify(key)}:${canonical(value[key])}`).join(',')}}`;
}

// Price rounds: the last tick that had come at each boundary; void only for the reasons of the rules.
const sameTick = (a, b) => a !== undefined && ['id', 'price', 'sourceAt', 'receivedAt'].every((field) => a[field] === b[field]);

function checkTick(boundary, name, isLateVoid) {
  const { at, tick, near } = boundary;
  const known = near.filter((each) => ms(each.receivedAt) <= ms(at));
  if (tick === null) return need(isLateVoid || known.length === 0, `${name}: a tick was there and is not used`);
  need(ms(tick.receivedAt) <= ms(at), `${name}: its tick came after it`);
  need(near.length === 0 || sameTick(known[known.length - 1], tick), `${name}: not the last tick before it`);
}

function jumped({ tick, before, second }) {
  if (tick === null || before === null) return false;
  const far = (from, percent) => {
    const [a, b] = [price(tick.price), price(from)];
    return (a > b ? a - b : b - a) * 100n > b * percent;
  };
  return far(before, 5n) && (second === null || far(second, 3n));
}

function reasons(r) {
  const { strike, close, isHalted } = r.evidence;
  const used = r.rule === 'in-round-1' ? [close] : [strike, close];
  const found = [];
  if (ms(r.settledAt) >= ms(r.endAt) + 600_000n) found.push('TOO_LATE');
  if (isHalted) found.push('HALTED');
  if (used.some((b) => b.tick === null || ms(b.at) - ms(b.tick.receivedAt) > 2000n)) found.push('FEED_GAP');
  if (close.tick === null || ms(close.tick.receivedAt) <= ms(r.startAt)) found.push('NO_TICK');
  if (used.some(jumped)) found.push('PRICE_JUMP');
  return found;
}

const compare = (strike, close) => (price(close) > price(strike) ? 'UP' : price(close) < price(strike) ? 'DOWN' : 'TIE');

function checkPriceResult(r) {
  const { strike, close } = r.evidence;
  need(strike.at === r.startAt && close.at === r.endAt, 'boundaries are not start and end');
  checkTick(strike, 'start', r.voidReason === 'TOO_LATE');
  checkTick(close, 'end', r.voidReason === 'TOO_LATE');
  const found = reasons(r);
  if (found.length > 0 || r.result === 'VOID')
    return need(r.result === 'VOID' && found.includes(r.voidReason), `void: ${r.voidReason}; by rule: ${found.join(', ') || 'nothing'}`);
  const result = r.rule === 'in-round-1' ? 'EACH_BET' : compare(strike.tick.price, close.tick.price);
  need(r.result === result, `the ticks come to ${result}, not ${r.result}`);
  need(r.voidReason === null || r.voidReason === result, 'a reason to be void without being void');
}

// Draws: HMAC-SHA-256 blocks of the seed over "rule|round|entropy|block", 32 bits at a time, what would favour a ball passed over.
function* drawnWords(seed, label) {
  for (let block = 0; ; block++) {
    const bytes = createHmac('sha256', Buffer.from(seed, 'hex')).update(`${label}|${block}`).digest();
    for (let at = 0; at < 32; at += 4) yield bytes.readUInt32BE(at);
  }
}

function drawOf(r) {
  const words = drawnWords(r.evidence.seed, `maru-power-ball-1|${r.tradeRoundId}|${r.evidence.entropy}`);
  const below = (n) => {
    for (;;) {
      const word = words.next().value;
      if (word < 2 ** 32 - (2 ** 32 % n)) return word % n;
    }
  };
  const left = Array.from({ length: 28 }, (_, i) => i + 1);
  const balls = Array.from({ length: 5 }, () => left.splice(below(left.length), 1)[0]);
  return { balls, power: below(10) };
}

function checkEntropy(r) {
  const { entropy, entropyOf } = r.evidence;
  need(isDigest(entropy) && entropyOf !== null, 'no public value');
  if (entropyOf.kind === 'beacon')
    return need(sha256(Buffer.from(entropyOf.randomness, 'hex')) === entropy, 'the beacon gives another value');
  const times = entropyOf.ticks.map((tick) => ms(tick.receivedAt));
  const closed = ms(r.betCloseAt);
  need(entropyOf.after === r.betCloseAt && entropyOf.ticks.length === 3, 'not the three ticks after the cut-off');
  need(
    times.every((at, i) => at > closed && at <= closed + 9000n && (i === 0 || at >= times[i - 1])),
    'ticks of the public value came too early or too late',
  );
  const lines = entropyOf.ticks.map((t) => [t.id, t.price, t.sourceAt, t.receivedAt].join('|'));
  need(sha256([`${entropyOf.symbol}|${entropyOf.after}`, ...lines].join('\n')) === entropy, 'the ticks give another public value');
}

function checkDraw(r) {
  const { seal, seed, draw } = r.evidence;
  if (r.result === 'VOID') {
    need(draw === null && ms(r.settledAt) > ms(r.endAt), 'void though it was drawn');
    return need(['DRAW_FAILED', 'TOO_LATE'].includes(r.voidReason), 'void without a reason of the rules');
  }
  need(isDigest(seed) && sha256(Buffer.from(seed, 'hex')) === seal, 'the seed is not the sealed one');
  checkEntropy(r);
  const again = drawOf(r);
  need(
    again.balls.join() === draw.balls.join() && `${again.power}` === draw.power,
    `the draw is ${again.balls.join(' ')} + ${again.power}`,
  );
  need(r.result === 'DRAWN' && r.voidReason === null, 'a draw has no other result');
}

const BANDS = {
  PB: { A: [0, 2], B: [3, 4], C: [5, 6], D: [7, 9] },
  SUM: {
    A: [15, 35],
    B: [36, 49],
    C: [50, 57],
    D: [58, 65],
    E: [66, 78],
    F: [79, 130],
    SMALL: [15, 64],
    MEDIUM: [65, 80],
    LARGE: [81, 130],
  },
};
const halves = { ODD: (n) => n % 2 === 1, EVEN: (n) => n % 2 === 0 };

/** Whether a market such as PB_ODD_UNDER, SUM_C or CROSS_ODD_EVEN wins. */
function marketWins(code, { balls, power }) {
  const [of, ...words] = code.split('_');
  const sum = balls.reduce((all, ball) => all + ball, 0);
  if (of === 'CROSS') return words.length === 2 && halves[words[0]](power) && halves[words[1]](sum);
  const value = of === 'PB' ? power : of === 'SUM' ? sum : fail(`no market ${code}`);
  const line = of === 'PB' ? 4.5 : 72.5;
  return words.every((word) => {
    if (halves[word]) return halves[word](value);
    if (word === 'UNDER') return value < line;
    if (word === 'OVER') return value > line;
    if (of === 'PB' && /^\d$/.test(word)) return value === Number(word);
    const [from, to] = BANDS[of][word] ?? fail(`no market ${code}`);
    return value >= from && value <= to;
  });
}

/** How many of all 982,800 outcomes a market wins: sums of five balls counted one by one. */
function outcomesOf(code) {
  if (outcomesOf.sums === undefined) {
    const sums = (outcomesOf.sums = new Map());
    const pick = (from, left, sum) => {
      if (left === 0) sums.set(sum, (sums.get(sum) ?? 0) + 1);
      else for (let ball = from; ball <= 29 - left; ball++) pick(ball + 1, left - 1, sum + ball);
    };
    pick(1, 5, 0);
  }
  let count = 0;
  for (const [sum, ways] of outcomesOf.sums)
    for (let power = 0; power < 10; power++) if (marketWins(code, { balls: [sum], power })) count += ways;
  return count;
}

// Money: floor(stake x odds) to the winners, the stake back in a void or a tie, nothing else.
function ending(r, market, strike) {
  if (r.evidence.kind === 'draw') return r.result === 'VOID' ? 'VOID' : marketWins(market, drawOf(r)) ? 'WON' : 'LOST';
  need(market === 'UP' || market === 'DOWN', `no market ${market}`);
  if (r.result === 'VOID' || r.result === 'TIE') return 'VOID';
  if (r.result !== 'EACH_BET') return market === r.result ? 'WON' : 'LOST';
  if (strike === undefined) return undefined;
  const own = compare(strike, r.evidence.close.tick.price);
  return own === 'TIE' ? 'VOID' : own === market ? 'WON' : 'LOST';
}

function checkMarket(r, row) {
  const places = Number(r.decimals);
  const [staked, paid, bets, rate] = [decimal(row.staked, places), decimal(row.paid, places), ms(row.bets), odds(row.odds)];
  if (r.evidence.kind === 'price') need(rate >= 150_000_000n && rate <= 198_000_000n, `${row.market}: odds ${row.odds}`);
  else need(BigInt(outcomesOf(row.market)) * rate < 982_800n * 100_000_000n && rate > 100_000_000n, `${row.market}: odds ${row.odds}`);
  const most = (staked * rate) / 100_000_000n;
  const how = ending(r, row.market);
  const fits =
    how === 'VOID' ? paid === staked : how === 'LOST' ? paid === 0n : how === 'WON' ? paid <= most && paid > most - bets : paid <= most;
  need(fits, `${row.market}: ${row.paid} was paid for ${row.staked}`);
}

const isOfRow = (bet, row) => bet.market === row.market && bet.odds === row.odds;

function checkBet(r, bet) {
  const places = Number(r.decimals);
  need(
    r.markets.some((row) => isOfRow(bet, row)),
    `bet ${bet.bet}: no such market and odds`,
  );
  const [stake, paid] = [decimal(bet.stake, places), decimal(bet.paid, places)];
  const how = ending(r, bet.market, bet.strike);
  const right = how === 'WON' ? (stake * odds(bet.odds)) / 100_000_000n : how === 'VOID' ? stake : 0n;
  need(stake > 0n && bet.status === how && paid === right, `bet ${bet.bet}: ${bet.status} ${bet.paid}, by rule ${how} ${right}`);
}

function checkBets(r, bets) {
  const lines = [...bets]
    .sort((a, b) => (BigInt(a.bet) < BigInt(b.bet) ? -1 : 1))
    .map(({ bet, market, stake, odds: own, status, paid, strike: s }) =>
      [bet, market, stake, own, status, paid, ...(s ? [s] : [])].join('|'),
    );
  need(sha256(lines.join('\n')) === r.betsHash, 'not the bets that the record names');
  need(new Set(bets.map((bet) => bet.bet)).size === bets.length, 'a bet stands twice');
  for (const bet of bets) checkBet(r, bet);
  const places = Number(r.decimals);
  for (const row of r.markets) {
    const own = bets.filter((bet) => isOfRow(bet, row));
    const sum = (field) => own.reduce((all, bet) => all + decimal(bet[field], places), 0n);
    need(
      sum('stake') === decimal(row.staked, places) && sum('paid') === decimal(row.paid, places),
      `${row.market}: bets add up to another sum`,
    );
    need(BigInt(own.length) === ms(row.bets), `${row.market}: another number of bets`);
  }
}

function checkForm(r) {
  const duration = ms(r.endAt) - ms(r.startAt);
  need(r.format === 'maru-round-evidence-1' && duration > 0n, 'unknown form');
  const ordinal = ms(r.startAt) / duration;
  need(ordinal * duration === ms(r.startAt) && ms(r.tradeRoundId) === ms(r.tradeOptionId) * 2n ** 32n + ordinal, 'id and times do not fit');
  const isDraw = r.rule === 'power-ball-1';
  need(isDraw || r.rule === 'price-1' || r.rule === 'in-round-1', `unknown rule ${r.rule}`);
  need(r.evidence.kind === (isDraw ? 'draw' : 'price'), 'evidence of another rule');
  need(ms(r.betCloseAt) < ms(r.rule === 'price-1' ? r.startAt : r.endAt), 'betting closed too late');
  need(ms(r.settledAt) >= ms(isDraw ? r.betCloseAt : r.endAt), 'settled before its end');
  need(new Set(r.markets.map((row) => `${row.market} ${row.odds}`)).size === r.markets.length, 'a market stands twice');
}

function checkChain(r, previousText) {
  if (ms(r.number) === 1n)
    return need(r.previous === '0'.repeat(64) && previousText === undefined, 'the first of a chain has none before it');
  if (previousText === undefined) return 'missing';
  need(sha256(previousText) === r.previous, 'the record before has another hash');
  const before = JSON.parse(previousText);
  need(before.site === r.site && before.tradeOptionId === r.tradeOptionId, 'the record before is of another option');
  need(ms(before.number) === ms(r.number) - 1n && ms(before.settledAt) <= ms(r.settledAt), 'a record was left out');
}

/** Every check of one file: [name, '' or what is wrong or 'missing']. */
export function verifyFile(file, previousText = file.previousRecord) {
  const results = [];
  const run = (name, check) => {
    try {
      results.push([name, check() === 'missing' ? 'missing' : '']);
    } catch (error) {
      results.push([name, error.message]);
    }
  };
  run('hash', () => need(sha256(file.record) === file.hash, 'the hash is not that of the record'));
  let r;
  run('spelling', () => {
    r = JSON.parse(file.record);
    need(canonical(r) === file.record, 'another spelling');
  });
  if (r === undefined) return results;
  run('form', () => checkForm(r));
  run(r.evidence?.kind === 'draw' ? 'draw' : 'ticks and result', () => (r.evidence.kind === 'draw' ? checkDraw(r) : checkPriceResult(r)));
  run('odds and sums', () => r.markets.forEach((row) => checkMarket(r, row)));
  run('bets', () => (file.bets === undefined ? 'missing' : checkBets(r, file.bets)));
  run('chain', () => checkChain(r, previousText));
  return results;
}

/** A file or a list of files, each the one after the other; `head`: the published hash of the last. */
export function verify(content, head) {
  const files = Array.isArray(content) ? content : [content];
  const all = files.map((file, i) => verifyFile(file, i === 0 ? file.previousRecord : files[i - 1].record));
  if (head !== undefined) all.at(-1).push(['published head', files.at(-1).hash === head ? '' : 'another hash was published']);
  return all;
}

function main([path, flag, head]) {
  if (path === undefined || (flag !== undefined && flag !== '--head')) {
    console.error('node verify-round.mjs <file.json> [--head <hash>]');
    return 2;
  }
  const content = JSON.parse(readFileSync(path, 'utf8'));
  let wrong = 0;
  verify(content, head).forEach((results, i) => {
    console.log(`record ${i + 1}`);
    for (const [name, why] of results) {
      if (why !== '' && why !== 'missing') wrong++;
      console.log(
        `  ${why === '' ? 'ok     ' : why === 'missing' ? 'not given' : 'WRONG  '} ${name}${why && why !== 'missing' ? `: ${why}` : ''}`,
      );
    }
  });
  console.log(wrong === 0 ? 'Nothing is wrong.' : `${wrong} checks failed.`);
  return wrong === 0 ? 0 : 1;
}

if (process.argv[1] !== undefined && import.meta.url === pathToFileURL(process.argv[1]).href)
  process.exitCode = main(process.argv.slice(2));
