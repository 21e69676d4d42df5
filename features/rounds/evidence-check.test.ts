// Evidence: what a right record is answered, and that no tick, seed, odd, stake or any other field can be altered unseen.
import { describe, expect, it } from 'vitest';
import { canonicalText, type EvidenceBet, type EvidenceFile, hashText, type RoundEvidence, sealRecord } from './evidence.ts';
import { BetsWalk } from './evidence-bets.ts';
import { checkEvidence, type EvidenceCheckName, isEvidenceRight, readRecord } from './evidence-check.ts';
import {
  altered,
  alteredRecords,
  boundaryAt,
  drawFile,
  everyKind,
  forged,
  inRoundFile,
  leftFile,
  manyFile,
  priceChain,
  recordOf,
  tickAt,
  withBets,
} from './testing/evidence-samples.ts';

const failing = (file: EvidenceFile): EvidenceCheckName[] =>
  checkEvidence(file)
    .filter((check) => !check.isRight && check.isMissing !== true)
    .map((check) => check.name);
const [first, second, third] = priceChain();
const drawn = drawFile();
const priceOf = (record: RoundEvidence) => record.evidence as Extract<RoundEvidence['evidence'], { kind: 'price' }>;
const drawOf = (record: RoundEvidence) => record.evidence as Extract<RoundEvidence['evidence'], { kind: 'draw' }>;

describe('the text of a record', () => {
  it('is one whatever the order of its fields was', () => {
    expect(canonicalText({ b: ['1', null], a: { d: true, c: '공' } })).toBe('{"a":{"c":"공","d":true},"b":["1",null]}');
    expect(canonicalText({ a: { c: '공', d: true }, b: ['1', null] })).toBe('{"a":{"c":"공","d":true},"b":["1",null]}');
  });

  it('knows no numbers', () => {
    expect(() => canonicalText({ a: 1 })).toThrow(TypeError);
  });

  it('another spelling of the same record is not read', () => {
    expect(readRecord(first.record)).toBeDefined();
    expect(readRecord(` ${first.record}`)).toBeUndefined();
    expect(readRecord('{}')).toBeUndefined();
    expect(readRecord('no json')).toBeUndefined();
  });
});

describe('a right record', () => {
  it.each([['won', first], ...everyKind()])('%s: every check holds', (_name, file) => {
    expect(failing(file)).toEqual([]);
    expect(checkEvidence(file).every((check) => check.isRight)).toBe(true);
  });

  it('figures stand beside the checks', () => {
    const figures = Object.fromEntries(checkEvidence(second).map((check) => [check.name, check.figure]));
    expect(figures).toMatchObject({ ticks: '2 / 2', gap: '120', odds: '1.95 · 1.92', bets: '3', chain: '1 → 2' });
  });

  it('bets or the record before that are not there are named, not passed', () => {
    const { record, hash } = second;
    const checks = checkEvidence({ record, hash });
    expect(checks.filter((check) => check.isMissing).map((check) => check.name)).toEqual(['bets', 'chain']);
    expect(isEvidenceRight(checks)).toBe(true);
  });
});

describe('nothing can be altered unseen', () => {
  it.each(everyKind())('%s: each leaf by itself, against the hash it was published with', (_name, file) => {
    let fields = 0;
    for (const [name, record] of alteredRecords(file)) {
      fields++;
      expect(failing({ ...file, record: canonicalText(record) }), name).toContain('hash');
    }
    expect(fields).toBeGreaterThan(30);
  });

  it.each(everyKind())('%s: each field of each bet by itself', (_name, file) => {
    for (const [name, bets] of altered(file.bets!)) expect(failing({ ...file, bets }), name).toContain('bets');
  });

  it('a record with a new hash breaks the chain at the next', () => {
    const changed = forged(second, (record) => (record.settledAt = `${Number(record.settledAt) + 1}`));
    expect(failing(changed)).toEqual([]);
    expect(failing({ ...third, previousRecord: changed.record })).toEqual(['chain']);
  });

  it('a genuine record of another round than the one asked for is none of it', () => {
    expect(failing({ ...second, tradeRoundId: JSON.parse(second.record).tradeRoundId })).toEqual([]);
    expect(failing({ ...second, tradeRoundId: JSON.parse(third.record).tradeRoundId })).toEqual(['round']);
  });

  const forgeries: [string, EvidenceFile, (record: RoundEvidence) => void, EvidenceCheckName[]][] = [
    ['the strike above the close', second, (r) => (priceOf(r).strike.tick!.price = '61750'), ['ticks', 'result']],
    ['another tick than the last', second, (r) => (priceOf(r).close.tick = priceOf(r).close.near[1]), ['ticks']],
    ['a tick after the end', second, (r) => (priceOf(r).close.tick = priceOf(r).close.near[3]), ['ticks']],
    ['a boundary elsewhere', second, (r) => (priceOf(r).close = boundaryAt(Number(r.endAt) - 1000, '61743.6')), ['ticks']],
    ['the result', second, (r) => (r.result = 'DOWN'), ['result', 'sums', 'bets']],
    ['a void by choice', second, (r) => Object.assign(r, { result: 'VOID', voidReason: 'FEED_GAP' }), ['result', 'sums', 'bets']],
    ['odds of a market', second, (r) => (r.markets[0].odds = '1.8'), ['sums', 'bets']],
    ['odds beyond what may be set', second, (r) => (r.markets[1].odds = '1.99'), ['odds', 'bets']],
    ['a sum of stakes', second, (r) => (r.markets[0].staked = '11.34'), ['sums', 'bets']],
    ['a sum of payouts', second, (r) => (r.markets[1].paid = '1'), ['sums', 'bets']],
    ['the number of bets', second, (r) => (r.markets[0].bets = '3'), ['bets']],
    ['the hash of the bets', second, (r) => (r.betsHash = '0'.repeat(64)), ['bets']],
    ['the round before', second, (r) => (r.previous = '0'.repeat(64)), ['chain']],
    ['its number', second, (r) => (r.number = '3'), ['chain']],
    ['times that do not fit the id', second, (r) => (r.startAt = `${Number(r.startAt) + 30_000}`), ['form', 'ticks', 'bets']],
    ['the seed', drawn, (r) => (drawOf(r).seed = '0'.repeat(64)), ['seal', 'draw', 'sums', 'bets']],
    ['the seal', drawn, (r) => (drawOf(r).seal = '0'.repeat(64)), ['seal']],
    ['the entropy', drawn, (r) => (drawOf(r).entropy = '0'.repeat(64)), ['entropy', 'draw', 'sums', 'bets']],
    ['a ball', drawn, (r) => (drawOf(r).draw!.balls[0] = '29'), ['draw']],
    ['the power ball', drawn, (r) => (drawOf(r).draw!.power = '10'), ['draw']],
    [
      'a draw that is called void',
      drawn,
      (r) => Object.assign(r, { result: 'VOID', voidReason: 'DRAW_FAILED' }),
      ['result', 'sums', 'bets'],
    ],
    [
      'a draw that is called void a millisecond too early',
      drawn,
      (r) => {
        Object.assign(r, { result: 'VOID', voidReason: 'TOO_LATE', settledAt: `${Number(r.endAt) + 599_999}` });
        drawOf(r).draw = null;
      },
      ['result', 'sums', 'bets'],
    ],
    ['the tick before the last', second, (r) => (priceOf(r).close.before = '61500'), ['ticks']],
    ['odds at which the house loses', drawn, (r) => (r.markets[2].odds = '10'), ['odds', 'sums', 'bets']],
    ['a market that is none', drawn, (r) => (r.markets[2].market = 'PB_10'), ['odds', 'sums', 'bets']],
  ];
  it.each(forgeries)('%s, under a hash of its own', (_name, file, change, expected) => {
    expect(failing(forged(file, change))).toEqual(expected);
  });

  it.each(['id', 'price', 'sourceAt', 'receivedAt'] as const)('%s of a tick that the entropy is made of', (field) => {
    const changed = forged(drawn, (record) => {
      const { entropyOf } = drawOf(record);
      if (entropyOf?.kind === 'ticks') entropyOf.ticks[1][field] += '1';
    });
    expect(failing(changed)).toEqual(['entropy']);
  });

  const betFields: [keyof NonNullable<EvidenceFile['bets']>[number], string][] = [
    ['bet', '7'],
    ['market', 'DOWN'],
    ['stake', '10.02'],
    ['odds', '1.96'],
    ['status', 'LOST'],
    ['paid', '19.52'],
  ];
  it.each(betFields)('%s of one bet', (field, value) => {
    const bets = second.bets!.map((bet, i) => (i === 0 ? { ...bet, [field]: value } : bet));
    expect(failing({ ...second, bets })).toEqual(['bets']);
  });

  it('a payout one unit too high, everything else made to fit', () => {
    const bets = second.bets!.map((bet, i) => (i === 1 ? { ...bet, paid: '0.65' } : bet));
    const sealed = sealRecord(withBets(recordOf(second), bets));
    expect(failing({ ...second, ...sealed, bets })).toEqual(['bets']);
  });

  it('a field that is no number is a fault of form', () => {
    expect(failing(forged(second, (record) => (record.endAt = 'soon')))).toEqual(['form']);
    expect(failing({ record: 'nothing', hash: hashText('nothing') })).toEqual(['form']);
  });
});

describe('void by rule alone (rules 11.7)', () => {
  const voidOf = (reason: string, change: (record: RoundEvidence) => void) => {
    const bets = [{ ...first.bets![0], status: 'VOID' as const, paid: '20' }];
    const record = withBets(recordOf(first), bets);
    Object.assign(record, { result: 'VOID', voidReason: reason });
    change(record);
    return failing({ ...sealRecord(record), bets });
  };
  it.each<[string, string, (record: RoundEvidence) => void]>([
    ['FEED_GAP', 'the last tick is 2,001 ms old', (r) => stale(priceOf(r).strike, 2001)],
    ['FEED_GAP', 'no tick at all', (r) => Object.assign(priceOf(r).close, { tick: null, near: [], before: null })],
    ['HALTED', 'the source was halted', (r) => (priceOf(r).isHalted = true)],
    ['TOO_LATE', 'not settled in ten minutes', (r) => (r.settledAt = `${Number(r.endAt) + 600_000}`)],
    ['TOO_LATE', 'and no tick was handed over', (r) => late(r)],
    [
      'PRICE_JUMP',
      'a step above 5 %, confirmed by nobody',
      (r) => Object.assign(priceOf(r).close, { near: [], before: '58798.5', second: null }),
    ],
    [
      'PRICE_JUMP',
      'a step that a second source denies',
      (r) => Object.assign(priceOf(r).close, { near: [], before: '58798.5', second: '59900' }),
    ],
  ])('%s: %s', (reason, _why, change) => {
    expect(voidOf(reason, change)).toEqual([]);
  });

  it.each<[string, (record: RoundEvidence) => void]>([
    ['a tick exactly 2,000 ms old', (r) => stale(priceOf(r).strike, 2000)],
    ['a step of exactly 5 %', (r) => Object.assign(priceOf(r).close, { near: [], before: '58798.571428571429', second: null })],
    ['a step that a second source confirms', (r) => Object.assign(priceOf(r).close, { near: [], before: '50000', second: '60000' })],
    ['settled at the last moment', (r) => (r.settledAt = `${Number(r.endAt) + 599_999}`)],
  ])('%s is no reason', (_why, change) => {
    expect(voidOf('FEED_GAP', change)).toEqual(['result']);
  });

  it('a result where a reason stands is refused as well', () => {
    expect(failing(forged(first, (r) => (priceOf(r).isHalted = true)))).toEqual(['gap', 'result']);
  });

  function late(record: RoundEvidence): void {
    record.settledAt = `${Number(record.endAt) + 600_000}`;
    for (const boundary of [priceOf(record).strike, priceOf(record).close])
      Object.assign(boundary, { tick: null, before: null, second: null });
  }

  function stale(boundary: { at: string; tick: unknown; near: unknown }, ageMs: number): void {
    boundary.tick = tickAt(Number(boundary.at) - ageMs, '61733.4');
    boundary.near = [];
  }
});

describe('in-round bets (rules 11.3)', () => {
  const file = inRoundFile();

  it('each bet is judged by its own price', () => {
    expect(failing(file)).toEqual([]);
  });

  it('a start that met no tick decides nothing: bets bring their own strikes', () => {
    const record = recordOf(file);
    Object.assign(priceOf(record).strike, { tick: null, near: [], before: null });
    expect(failing({ ...file, ...sealRecord(record) })).toEqual([]);
  });

  it('another strike is found', () => {
    const bets = file.bets!.map((each, i) => (i === 1 ? { ...each, strike: '61737' } : each));
    expect(failing({ ...sealRecord(withBets(recordOf(file), bets)), bets })).toEqual(['bets']);
  });
});

describe('a list that comes in pages', () => {
  const file = manyFile(3_000);
  const walked = (bets: readonly EvidenceBet[]) => {
    const walk = new BetsWalk(recordOf(file));
    for (const bet of bets) walk.add(bet);
    return walk.end();
  };

  it('is the record’s, and any altered figure of any bet is found', () => {
    expect(walked(file.bets)).toEqual({ name: 'bets', isRight: true, figure: '3000' });
    for (const [i, field, value] of [
      [0, 'stake', '0.38'],
      [1_499, 'paid', '0.71'],
      [2_999, 'odds', '1.93'],
      [2_999, 'at', '0'],
      [7, 'stake', 'much'],
    ] as const)
      expect(walked(file.bets.map((each, at) => (at === i ? { ...each, [field]: value } : each))).isRight, `${i} ${field}`).toBe(false);
  });

  it('stands in order, no bet twice and none left out', () => {
    expect(walked([...file.bets.slice(0, 2), ...file.bets.slice(1)]).isRight).toBe(false);
    expect(walked(file.bets.slice(0, -1)).isRight).toBe(false);
    expect(walked([file.bets[1], file.bets[0], ...file.bets.slice(2)]).isRight).toBe(false);
  });
});

describe('bets that left before the end', () => {
  const file = leftFile();
  /** The file with one bet changed and everything else made to fit. */
  const withBet = (number: number, change: Partial<EvidenceBet>, of: EvidenceFile = file) => {
    const bets = of.bets!.map((each, i) => (i === number ? { ...each, ...change } : each));
    return { ...of, ...sealRecord(withBets(recordOf(of), bets)), bets };
  };
  const [, back, ahead] = file.bets!;
  const startAt = Number(recordOf(file).startAt);

  it('every stake stands in a row: settled, sold, taken back', () => {
    expect(failing(file)).toEqual([]);
    const staked = recordOf(file).markets.map(({ market, how, staked: sum }) => `${market} ${how} ${sum}`);
    expect(staked).toEqual(['UP SETTLED 20.00', 'UP CANCELLED 5.00', 'UP SOLD 10.00', 'DOWN SOLD 10.00']);
  });

  it.each<[string, EvidenceFile]>([
    ['placed after betting closed', withBet(0, { at: `${startAt - 10_000}` })],
    ['placed before it opened', withBet(0, { at: `${startAt - 60_001}` })],
    ['taken back after the cut-off', withBet(1, { endedAt: `${startAt - 10_000}` })],
    ['taken back before it was placed', withBet(1, { endedAt: `${Number(back.at) - 1}` })],
    ['taken back for less', withBet(1, { paid: '4.99' })],
    ['sold before the start', withBet(2, { endedAt: `${startAt - 1}` })],
    ['sold in the last seconds', withBet(2, { endedAt: `${startAt + 50_000}` })],
    ['sold a moment later', withBet(2, { endedAt: `${Number(ahead.endedAt) + 1_000}` })],
    ['sold at another price', withBet(2, { price: '61746.7' })],
    ['sold for one unit more', withBet(2, { paid: '12.26' })],
    ['sold for one unit less', withBet(3, { paid: '6.83' })],
    ['settled, and said to have been sold', withBet(0, { status: 'SOLD', endedAt: `${startAt + 1}`, price: '61733.4' })],
    ['sold, and said to have been settled', withBet(2, { status: 'WON', paid: '19.5' })],
    ['taken back within an in-round option', withBet(0, { status: 'CANCELLED', paid: '10', endedAt: `${startAt + 1}` }, inRoundFile())],
  ])('%s', (_name, changed) => {
    expect(failing(changed).filter((name) => name !== 'sums')).toEqual(['bets']);
  });

  it('a sale where the round had none is refused', () => {
    const changed = forged(file, (record) => (priceOf(record).sale = null));
    expect(failing(changed)).toEqual(['bets']);
  });

  it('a bet that is left out is missed, whichever way it left', () => {
    for (const gone of file.bets!) expect(failing({ ...file, bets: file.bets!.filter((each) => each !== gone) })).toEqual(['bets']);
  });
});
