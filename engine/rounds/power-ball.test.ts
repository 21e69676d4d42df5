// Power ball: every market's outcomes counted one by one, the guard of odds, and the draw beside a second one made of Node's own HMAC.
import { createHmac } from 'node:crypto';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { asciiBytes, sha256 } from '../draw/sha256.ts';
import { ODDS_ONE, POWER_BALL_MARKETS, POWER_BALL_OUTCOMES, POWER_BALL_ROW_NAMES, guardsHouse } from './power-ball-markets.ts';
import { drawPowerBall, packDraw, powerBallLabel, unpackDraw, wins } from './power-ball.ts';

/** How many of the 98,280 sets of five balls have each sum, found by making every one of them. */
function setsBySum(): Map<number, number> {
  const sets = new Map<number, number>();
  for (let a = 1; a <= 24; a++)
    for (let b = a + 1; b <= 25; b++)
      for (let c = b + 1; c <= 26; c++)
        for (let d = c + 1; d <= 27; d++)
          for (let e = d + 1; e <= 28; e++) sets.set(a + b + c + d + e, (sets.get(a + b + c + d + e) ?? 0) + 1);
  return sets;
}

const sets = setsBySum();
const countOf = (market: number) => {
  let outcomes = 0;
  for (const [sum, count] of sets) for (let power = 0; power < 10; power++) if (wins(market, { power, sum })) outcomes += count;
  return outcomes;
};
const numberOf = (code: string) => POWER_BALL_MARKETS.findIndex((m) => m.code === code);

describe('markets (rules 12.3)', () => {
  it('all outcomes are 98,280 sets times ten power balls', () => {
    expect([...sets.values()].reduce((all, n) => all + n, 0) * 10).toBe(POWER_BALL_OUTCOMES);
    expect([Math.min(...sets.keys()), Math.max(...sets.keys())]).toEqual([15, 130]);
  });

  it.each(POWER_BALL_MARKETS.map((m, i) => [m.code, i] as const))('%s wins as many outcomes as its row says', (_code, market) => {
    expect(countOf(market)).toBe(POWER_BALL_MARKETS[market].outcomes);
  });

  it('rows that split all outcomes among their markets cover each exactly once', () => {
    const split = (codes: string[]) => {
      const numbers = codes.map(numberOf);
      const wrong: string[] = [];
      for (let sum = 15; sum <= 130; sum++)
        for (let power = 0; power < 10; power++)
          if (numbers.filter((market) => wins(market, { power, sum })).length !== 1) wrong.push(`${power} with ${sum}`);
      expect(wrong, codes.join()).toEqual([]);
    };
    const row = (name: string) => POWER_BALL_MARKETS.filter((m) => m.row === name).map((m) => m.code);
    for (const name of ['powerPair', 'powerBand', 'powerNumber', 'sumPair', 'sumSize', 'sumBand', 'cross']) split(row(name));
    for (const of of ['PB', 'SUM']) {
      split([`${of}_ODD`, `${of}_EVEN`]);
      split([`${of}_UNDER`, `${of}_OVER`]);
    }
  });

  it('codes are unique, 43 of them, and every row has a name in both languages', () => {
    expect(new Set(POWER_BALL_MARKETS.map((m) => m.code)).size).toBe(43);
    for (const m of POWER_BALL_MARKETS) {
      expect(m.ko && m.en).not.toBe('');
      expect(POWER_BALL_ROW_NAMES[m.row].ko).toMatch(/^(파워볼|일반볼 합)/);
    }
  });
});

describe('the guard: probability times odds below 1', () => {
  it.each(POWER_BALL_MARKETS.map((m, i) => [m.code, i] as const))('default odds of %s leave something to the house', (_code, market) => {
    expect(guardsHouse(market, POWER_BALL_MARKETS[market].defaultOdds)).toBe(true);
  });

  it('the figure seen elsewhere for the medium sum, 2.90, is refused; 2.60 stands', () => {
    expect(guardsHouse(numberOf('SUM_MEDIUM'), 290_000_000)).toBe(false);
    expect(guardsHouse(numberOf('SUM_MEDIUM'), 260_000_000)).toBe(true);
  });

  it('the border is exact: the last odds below a fair game stand, the fair game itself does not', () => {
    POWER_BALL_MARKETS.forEach((m, market) => {
      const fair = (BigInt(POWER_BALL_OUTCOMES) * BigInt(ODDS_ONE) + BigInt(m.outcomes) - 1n) / BigInt(m.outcomes);
      expect(guardsHouse(market, Number(fair) - 1), m.code).toBe(true);
      expect(guardsHouse(market, Number(fair)), m.code).toBe(false);
    });
  });

  it.each([ODDS_ONE, 0, -195_000_000, 195_000_000.5, Number.NaN, Infinity, 2 ** 53 - 1])('odds of %s are none', (odds) => {
    expect(guardsHouse(0, odds)).toBe(false);
  });
});

/** The draw once more, from its published description alone. */
function drawByDescription(seed: Uint8Array, roundId: number, entropy: Uint8Array) {
  const words: number[] = [];
  for (let i = 0; i < 20; i++) {
    const block = createHmac('sha256', seed)
      .update(`maru-power-ball-1|${roundId}|${Buffer.from(entropy).toString('hex')}|${i}`)
      .digest();
    for (let at = 0; at < 32; at += 4) words.push(block.readUInt32BE(at));
  }
  const below = (n: number) => {
    let word = words.shift()!;
    while (word >= Math.floor(2 ** 32 / n) * n) word = words.shift()!;
    return word % n;
  };
  const balls: number[] = [];
  for (let i = 0; i < 5; i++) {
    const left = Array.from({ length: 28 }, (_, k) => k + 1).filter((ball) => !balls.includes(ball));
    balls.push(left[below(28 - i)]);
  }
  return { balls, power: below(10) };
}

const seedOf = (n: number) => sha256(asciiBytes(`seed ${n}`));

describe('the draw (rules 12.1, 12.2)', () => {
  it('is what its description says, and five distinct balls of 28 with a power ball of ten', () => {
    for (let n = 0; n < 150; n++) {
      const roundId = 2 ** 32 * (1 + (n % 9)) + 5_900_000 + n;
      const draw = drawPowerBall(seedOf(n), roundId, seedOf(n + 1000));
      expect(draw).toMatchObject(drawByDescription(seedOf(n), roundId, seedOf(n + 1000)));
      expect(new Set(draw.balls).size).toBe(5);
      expect(draw.balls.every((ball) => ball >= 1 && ball <= 28)).toBe(true);
      expect(draw.sum).toBe(draw.balls.reduce((all, ball) => all + ball, 0));
    }
  });

  it('seed, round and entropy each change it', () => {
    const draws = [
      drawPowerBall(seedOf(1), 1, seedOf(2)),
      drawPowerBall(seedOf(3), 1, seedOf(2)),
      drawPowerBall(seedOf(1), 2, seedOf(2)),
      drawPowerBall(seedOf(1), 1, seedOf(4)),
    ].map(packDraw);
    expect(new Set(draws).size).toBe(4);
  });

  it('its label is what an auditor types', () => {
    expect(powerBallLabel(4_300_867_296, Uint8Array.of(0, 255))).toBe('maru-power-ball-1|4300867296|00ff');
  });

  it('favours no ball and no power ball', () => {
    const balls = Array.from({ length: 29 }, () => 0);
    const powers = Array.from({ length: 10 }, () => 0);
    for (let n = 0; n < 4000; n++) {
      const draw = drawPowerBall(seedOf(7), n, seedOf(8));
      for (const ball of draw.balls) balls[ball]++;
      powers[draw.power]++;
    }
    const distance = (counts: number[], expected: number) => counts.reduce((all, n) => all + (n - expected) ** 2 / expected, 0);
    // Above these once in a thousand series; this one is always the same.
    expect(distance(balls.slice(1), (4000 * 5) / 28)).toBeLessThan(55.5);
    expect(distance(powers, 400)).toBeLessThan(27.9);
  });

  it('goes into one word and back', () => {
    const ball = fc.integer({ min: 1, max: 28 });
    fc.assert(
      fc.property(fc.uniqueArray(ball, { minLength: 5, maxLength: 5 }), fc.integer({ min: 0, max: 9 }), (balls, power) => {
        const sum = balls.reduce((all, n) => all + n, 0);
        const word = packDraw({ balls, power, sum });
        expect(word).toBeGreaterThan(0);
        expect(unpackDraw(word)).toEqual({ balls, power, sum });
      }),
    );
  });
});
