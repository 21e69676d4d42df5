// The stand-alone verifier: agrees with the product's own check on right records and forged ones, and runs from a folder with nothing beside it.
import { execFileSync, spawnSync } from 'node:child_process';
import { copyFileSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { POWER_BALL_MARKETS } from '@maru/engine/rounds/power-ball-markets.ts';
import { wins } from '@maru/engine/rounds/power-ball.ts';
import { describe, expect, it } from 'vitest';
import { canonicalText, type EvidenceFile, type RoundEvidence, sealRecord } from '../../features/rounds/evidence.ts';
import { checkEvidence, isEvidenceRight } from '../../features/rounds/evidence-check.ts';
import { alteredRecords, drawFile, forged, priceChain, recordOf, withBets } from '../../features/rounds/testing/evidence-samples.ts';
import { verify, verifyFile } from './verify-round.mjs';

const chain = priceChain();
const drawn = drawFile();
const wrongIn = (file: EvidenceFile) => verifyFile(file).filter(([, why]) => why !== '' && why !== 'missing');

describe('the verifier of one file', () => {
  it('finds nothing wrong in right records, alone and as a chain', () => {
    for (const file of [...chain, drawn]) expect(wrongIn(file)).toEqual([]);
    expect(verify(chain, chain[2].hash).flat()).toHaveLength(3 * 7 + 1);
    expect(
      verify(chain, chain[2].hash)
        .flat()
        .filter(([, why]) => why !== ''),
    ).toEqual([]);
  });

  it.each([
    ['price round', chain[1]],
    ['power ball', drawn],
  ])('%s: no field can be altered under the published hash', (_name, file) => {
    let fields = 0;
    for (const [name, record] of alteredRecords(file)) {
      fields++;
      expect(
        wrongIn({ ...file, record: canonicalText(record) }).map(([check]) => check),
        name,
      ).toContain('hash');
    }
    expect(fields).toBeGreaterThan(40);
  });

  it.each([
    ['price round', chain[1]],
    ['power ball', drawn],
  ])('%s: with a hash of its own each altered field gets the same verdict here and in the product', (_name, file) => {
    for (const [name, record] of alteredRecords(file)) {
      const changed = { ...file, ...sealRecord(record) };
      expect(wrongIn(changed).length === 0, name).toBe(isEvidenceRight(checkEvidence(changed)));
    }
  });

  it('what a new hash hides in one record breaks the chain at the next', () => {
    for (const [name, record] of alteredRecords(chain[1])) {
      const changed = [chain[0], { ...chain[1], ...sealRecord(record) }, chain[2]];
      expect(verify(changed)[2].find(([check]) => check === 'chain')?.[1], name).not.toBe('');
    }
  });

  it('the last of a chain is held to its published head', () => {
    const last = forged(chain[2], (record) => (record.settledAt = `${Number(record.settledAt) + 1}`));
    expect(wrongIn(last)).toEqual([]);
    expect(verify([chain[0], chain[1], last], chain[2].hash)[2].at(-1)).toEqual(['published head', 'another hash was published']);
  });

  it.each(['tick', 'seed', 'odd', 'stake'])('one altered %s is named, everything else left as it was', (what) => {
    const changes: Record<string, () => EvidenceFile> = {
      tick: () =>
        forged(chain[1], ({ evidence }) => {
          if (evidence.kind === 'price') evidence.close.tick!.price = '61700';
        }),
      seed: () => forged(drawn, ({ evidence }) => Object.assign(evidence, { seed: '1'.repeat(64) })),
      odd: () => ({ ...chain[1], bets: chain[1].bets!.map((bet, i) => (i === 0 ? { ...bet, odds: '1.97' } : bet)) }),
      stake: () => {
        const bets = chain[1].bets!.map((bet, i) => (i === 0 ? { ...bet, stake: '10.99' } : bet));
        return { ...chain[1], ...sealRecord(withBets(recordOf(chain[1]), bets)), bets };
      },
    };
    const file = changes[what]();
    expect(wrongIn(file).length).toBeGreaterThan(0);
    expect(isEvidenceRight(checkEvidence(file))).toBe(false);
  });

  it('knows every market as the engine does', () => {
    // Bets on all markets with the payout the engine gives: one wrong market would fail.
    const record = recordOf(drawn);
    const evidence = record.evidence as Extract<RoundEvidence['evidence'], { kind: 'draw' }>;
    const draw = { power: Number(evidence.draw!.power), sum: evidence.draw!.balls.reduce((all, ball) => all + Number(ball), 0) };
    const bets = POWER_BALL_MARKETS.map((market, i) => {
      const isWon = wins(i, draw);
      const odds = `${market.defaultOdds / 1e8}`;
      const paid = isWon ? `${(market.defaultOdds / 1e6) * 10}`.replace(/(\d\d)$/, '.$1') : '0';
      return { bet: `${i + 1}`, market: market.code, stake: '10', odds, status: isWon ? ('WON' as const) : ('LOST' as const), paid };
    });
    const file = { ...sealRecord(withBets(record, bets)), bets };
    expect(wrongIn(file)).toEqual([]);
    expect(checkEvidence(file).filter((check) => !check.isRight)).toEqual([]);
  });
});

describe('by itself', () => {
  it('runs with Node alone, from a folder with nothing beside it, and says what is wrong', () => {
    const folder = mkdtempSync(join(tmpdir(), 'verify-round-'));
    const tool = join(folder, 'verify-round.mjs');
    copyFileSync(fileURLToPath(new URL('./verify-round.mjs', import.meta.url)), tool);
    writeFileSync(join(folder, 'right.json'), JSON.stringify(chain));
    writeFileSync(join(folder, 'wrong.json'), JSON.stringify(forged(drawn, (record) => (record.markets[0].odds = '1.9'))));
    try {
      expect(execFileSync(process.execPath, [tool, 'right.json', '--head', chain[2].hash], { cwd: folder, encoding: 'utf8' })).toMatch(
        /Nothing is wrong\.\n$/,
      );
      const wrong = spawnSync(process.execPath, [tool, 'wrong.json'], { cwd: folder, encoding: 'utf8' });
      expect(wrong.status).toBe(1);
      expect(wrong.stdout).toMatch(/WRONG {3}odds and sums|WRONG {3}bets/);
      expect(spawnSync(process.execPath, [tool], { cwd: folder, encoding: 'utf8' }).status).toBe(2);
    } finally {
      rmSync(folder, { recursive: true });
    }
  });
});
