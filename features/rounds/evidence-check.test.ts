// Evidence: what a right record is answered, and that no tick, seed, odd, stake or any other field can be altered unseen.
import { describe, expect, it } from 'vitest';
import { canonicalText, type EvidenceFile, hashText, type RoundEvidence, sealRecord } from './evidence.ts';
import { checkEvidence, type EvidenceCheckName, isEvidenceRight, readRecord } from './evidence-check.ts';
import {
  alteredRecords,
  boundaryAt,
  drawFile,
  forged,
  priceChain,
  priceRecord,
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
  it.each([
    ['won', first],
    ['won and lost, with its record before', second],
    ['tie', third],
    ['power ball', drawn],
  ])('%s: every check holds', (_name, file) => {
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
  it.each([
    ['price round', second],
    ['power ball', drawn],
  ])('%s: each field by itself, against the hash it was published with', (_name, file) => {
    let fields = 0;
    for (const [name, record] of alteredRecords(file)) {
      fields++;
      expect(failing({ ...file, record: canonicalText(record) }), name).toContain('hash');
    }
    expect(fields).toBeGreaterThan(40);
  });

  it('a record with a new hash breaks the chain at the next', () => {
    const changed = forged(second, (record) => (record.settledAt = `${Number(record.settledAt) + 1}`));
    expect(failing(changed)).toEqual([]);
    expect(failing({ ...third, previousRecord: changed.record })).toEqual(['chain']);
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
    ['times that do not fit the id', second, (r) => (r.startAt = `${Number(r.startAt) + 30_000}`), ['form', 'ticks']],
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
    ['PRICE_JUMP', 'a step above 5 %, confirmed by nobody', (r) => Object.assign(priceOf(r).close, { before: '58798.5', second: null })],
    ['PRICE_JUMP', 'a step that a second source denies', (r) => Object.assign(priceOf(r).close, { before: '58798.5', second: '59900' })],
  ])('%s: %s', (reason, _why, change) => {
    expect(voidOf(reason, change)).toEqual([]);
  });

  it.each<[string, (record: RoundEvidence) => void]>([
    ['a tick exactly 2,000 ms old', (r) => stale(priceOf(r).strike, 2000)],
    ['a step of exactly 5 %', (r) => Object.assign(priceOf(r).close, { before: '58798.571428571429', second: null })],
    ['a step that a second source confirms', (r) => Object.assign(priceOf(r).close, { before: '50000', second: '60000' })],
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
  const bets = [
    { bet: '1', market: 'UP', stake: '10', odds: '1.95', status: 'WON' as const, paid: '19.5', strike: '61738' },
    { bet: '2', market: 'UP', stake: '10', odds: '1.95', status: 'LOST' as const, paid: '0', strike: '61739' },
    { bet: '3', market: 'UP', stake: '10', odds: '1.95', status: 'VOID' as const, paid: '10', strike: '61738.5' },
  ];
  const sample = { number: 1, strike: '61733.4', close: '61738.5', result: 'EACH_BET' as const, bets };
  const record: RoundEvidence = { ...priceRecord(sample, '0'.repeat(64)), rule: 'in-round-1' };

  it('each bet is judged by its own price', () => {
    expect(failing({ ...sealRecord(record), bets })).toEqual([]);
  });

  it('another strike is found', () => {
    const changed = bets.map((bet, i) => (i === 1 ? { ...bet, strike: '61737' } : bet));
    expect(failing({ ...sealRecord(withBets(record, changed)), bets: changed })).toEqual(['bets']);
  });
});
