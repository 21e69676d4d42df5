// The stand-alone verifier: agrees with the product's own check on right records and forged ones, and runs from a folder with nothing beside it.
import { execFileSync, spawnSync } from 'node:child_process';
import { copyFileSync, existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { asciiBytes, hexOfBytes, sha256 } from '@maru/engine/draw/sha256.ts';
import { POWER_BALL_MARKETS } from '@maru/engine/rounds/power-ball-markets.ts';
import { wins } from '@maru/engine/rounds/power-ball.ts';
import { SLOT_GAMES } from '@maru/engine/slot/slot-games.ts';
import { paysOf, slotPayout, spinReels, stopsOf } from '@maru/engine/slot/slot-spin.ts';
import { describe, expect, it } from 'vitest';
import {
  type BeaconEntropy,
  canonicalText,
  type DrawEvidence,
  type EvidenceFile,
  type PriceEvidence,
  type RoundEvidence,
  sealRecord,
} from '../../features/rounds/evidence.ts';
import { checkEvidence, isEvidenceRight } from '../../features/rounds/evidence-check.ts';
import { checkSignedPrices } from '../../features/rounds/evidence-signed.ts';
import { defaultRound } from '../../features/rounds/testing/beacon-rounds.ts';
import { isDaySigned } from '../../features/rounds/evidence-day-signed.ts';
import { checkDay, type DayFile, type DayRecord, sealDay } from '../../features/rounds/evidence-day.ts';
import {
  altered,
  alteredRecords,
  beaconFile,
  dayFile,
  drawFile,
  everyKind,
  forged,
  manyFile,
  priceChain,
  recordOf,
  voidDrawFile,
  withBets,
} from '../../features/rounds/testing/evidence-samples.ts';
import { signedDay } from '../../features/rounds/testing/signed-days.ts';
import { verify, verifyAll, verifyDay, verifyFile, verifySpins } from './verify-round.mjs';

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

  it.each(everyKind())('%s: nothing is wrong in it', (_name, file) => {
    expect(wrongIn(file)).toEqual([]);
  });

  it.each(everyKind())('%s: is no record of another round than the one it came for', (_name, file) => {
    const { tradeRoundId } = JSON.parse(file.record) as { tradeRoundId: string };
    expect(wrongIn({ ...file, tradeRoundId: Number(tradeRoundId) })).toEqual(wrongIn(file));
    expect(wrongIn({ ...file, tradeRoundId: `${BigInt(tradeRoundId) + 1n}` }).length).toBeGreaterThan(wrongIn(file).length);
  });

  it.each(everyKind())('%s: no leaf can be altered under the published hash', (_name, file) => {
    let fields = 0;
    for (const [name, record] of alteredRecords(file)) {
      fields++;
      expect(
        wrongIn({ ...file, record: canonicalText(record) }).map(([check]) => check),
        name,
      ).toContain('hash');
    }
    expect(fields).toBeGreaterThan(30);
  });

  it.each(everyKind())('%s: no field of a bet can be altered, under the record as it is', (_name, file) => {
    for (const [name, bets] of altered(file.bets!)) expect(wrongIn({ ...file, bets }).length, name).toBeGreaterThan(0);
  });

  it.each(everyKind())('%s: with a hash of its own each altered field gets the same verdict here and in the product', (_name, file) => {
    for (const [name, record] of alteredRecords(file)) {
      const changed = { ...file, ...sealRecord(record) };
      // Thirteen signatures take their time: they are looked at again where something about them was altered.
      const areSigned =
        !/signed|tick\.price|^(startAt|endAt|result)$|source$/.test(name) ||
        checkSignedPrices(record).every(({ fault }) => fault === undefined);
      const isRight = isEvidenceRight(checkEvidence(changed)) && areSigned;
      expect(wrongIn(changed).length === 0, name).toBe(isRight);
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
    expect(verifyAll([], chain[2].hash)).toEqual([['--head', [['published head', 'there is no round to hold it against']]]]);
    expect(verifyAll([drawn], undefined, '0'.repeat(64)).at(-1)?.[0]).toBe('--key');
    expect(verifyAll([dayFile([drawn]), { record: 'cut', hash: '' }])).toHaveLength(2);
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
      const status = isWon ? ('WON' as const) : ('LOST' as const);
      return { bet: `${i + 1}`, market: market.code, stake: '10', odds, at: record.startAt, status, paid };
    });
    const file = { ...sealRecord(withBets(record, bets)), bets };
    expect(wrongIn(file)).toEqual([]);
    expect(checkEvidence(file).filter((check) => !check.isRight)).toEqual([]);
  });
});

describe('what a record cannot hide under a hash of its own', () => {
  const saidOf = (file: EvidenceFile, check: string) => verifyFile(file).find(([name]) => name === check)?.[1];

  it('a draw called void before anything was overdue', () => {
    const early = forged(voidDrawFile(), (record) => (record.settledAt = `${Number(record.endAt) + 599_999}`));
    expect([saidOf(early, 'draw'), isEvidenceRight(checkEvidence(early))]).toEqual(['void without a reason of the rules', false]);
  });

  it('a step between two ticks, by another tick before the last', () => {
    const hidden = forged(chain[1], ({ evidence }) => void ((evidence as PriceEvidence).close.before = '61500'));
    expect([saidOf(hidden, 'ticks and result'), isEvidenceRight(checkEvidence(hidden))]).toEqual([
      'end: another tick came before its own',
      false,
    ]);
  });

  it('a market that nothing wins, whatever its odds', () => {
    const row = { market: 'PB_ODD_EVEN', odds: '50', how: 'SETTLED' as const, bets: '1', staked: '1', paid: '0' };
    const added = forged(drawn, (record) => void record.markets.push(row));
    expect([saidOf(added, 'odds and sums'), isEvidenceRight(checkEvidence(added))]).toEqual(['PB_ODD_EVEN: odds 50', false]);
  });

  it('a bet that stands twice by another spelling of its number', () => {
    const bets = [...chain[1].bets!, { ...chain[1].bets![0], bet: `0${chain[1].bets![0].bet}` }];
    const doubled = { ...chain[1], ...sealRecord(withBets(recordOf(chain[1]), bets)), bets };
    expect([saidOf(doubled, 'bets'), isEvidenceRight(checkEvidence(doubled))]).toEqual(['a bet stands twice', false]);
  });
});

describe('a beacon (drand)', () => {
  const file = beaconFile();
  const resultOf = (change: Partial<BeaconEntropy>) =>
    Object.fromEntries(verifyFile(forged(file, ({ evidence }) => void Object.assign((evidence as DrawEvidence).entropyOf!, change))));

  it('the signature of a published quicknet round verifies by itself', () => {
    expect(resultOf({})['signature of the beacon']).toBe('');
  });

  it('a signature of another round of the same beacon does not', () => {
    const signature = 'b44679b9a59af2ec876b1a6b1ad52ea9b1615fc3982b19576350f93447cb1125e342b73a8dd2bacbe47e4b6b63ed5e39';
    expect(resultOf({ signature })['signature of the beacon']).toBe('not signed by the beacon');
    expect(resultOf({ signature: `${'0'.repeat(95)}1` })['signature of the beacon']).toBe('no point');
  });

  it('what is signed otherwise is named as not verified here', () => {
    expect(resultOf({ ...defaultRound })['signature of the beacon']).toBe('unchecked');
  });
});

describe('a published day', () => {
  const day = dayFile([drawn]);
  const dayOfChain = dayFile(chain);
  const wrongOf = (file: DayFile, files: EvidenceFile[]) =>
    verifyDay(file, files).flatMap(([name, why]) => (why === '' || why === 'missing' ? [] : [name]));

  it('holds with its records; days and rounds may come in one go, as the site answers them', () => {
    expect(wrongOf(day, [drawn])).toEqual([]);
    const all = verifyAll([
      { status: 'success', data: { published: dayOfChain } },
      { status: 'success', data: { records: chain } },
    ]);
    expect(all.map(([heading]) => heading.split(' ')[0])).toEqual(['round', 'round', 'round', 'day']);
    expect(all.flatMap(([, results]) => results).filter(([, why]) => why !== '' && why !== 'missing')).toEqual([]);
  });

  it('no leaf of it can be altered; under a hash of its own it gets the verdict of the product', () => {
    for (const [name, record] of altered(JSON.parse(day.record) as DayRecord)) {
      expect(wrongOf({ ...day, record: canonicalText(record) }, [drawn]), name).toContain('hash');
      const changed = { ...day, ...sealDay(record) };
      const isRight = checkDay(changed, [drawn]).every((check) => check.isRight || check.isMissing);
      expect(
        verifyDay(changed, [drawn]).every(([, why]) => why === '' || why === 'missing'),
        name,
      ).toBe(isRight);
    }
  });

  it('its signature gets the verdict of the product, and a noted key must lead to it', () => {
    const signed = signedDay(day);
    const saidOf = (file: DayFile, known?: string) => verifyDay(file, [], known).find(([name]) => name === 'signature')?.[1];
    expect([saidOf(day), saidOf(signed), saidOf(signed, signed.signed.keys[0].publicKey)]).toEqual(['missing', '', '']);
    expect(saidOf(signed, '0'.repeat(64))).toMatch(/none of its keys/);
    const { publicKey } = signed.signed.keys[0];
    expect([saidOf(day, publicKey), isDaySigned(day, publicKey), isDaySigned(day)]).toEqual(['it is not signed at all', false, undefined]);
    for (const [name, changed] of altered(signed.signed)) {
      const file = { ...signed, signed: changed };
      expect(isDaySigned(file), name).toBe(false);
      expect(saidOf(file), name).not.toBe('');
    }
  });

  it('a record beyond its head, or another one in its place', () => {
    expect(wrongOf(dayOfChain, [forged(chain[2], (record) => (record.number = '4'))])).toContain('heads');
    expect(wrongOf(dayOfChain, [forged(chain[2], (record) => (record.currency = 'USDC'))])).toContain('heads');
  });
});

describe('spins of the slot', () => {
  const seed = '5eed'.repeat(16);
  const [game] = SLOT_GAMES;
  const spin = (nonce: number) => {
    const clientSeed = `lucky ${nonce}`;
    const reels = spinReels(0, Buffer.from(seed, 'hex'), sha256(asciiBytes(clientSeed)), nonce);
    const payout = `${slotPayout(2_500_000, paysOf(0, reels)) / 1e6}`;
    const ids = { spinId: nonce + 7, game: game.code, serial: 1, nonce, seal: hexOfBytes(sha256(Buffer.from(seed, 'hex'))), seed };
    return { ...ids, clientSeed, point: '2.5', payout, stops: stopsOf(reels) };
  };
  const spins = Array.from({ length: 40 }, (_, nonce) => spin(nonce));
  const file = { format: 'maru-slot-spins-1', site: 'maru', currency: 'USDT', decimals: 6, spins };
  const wrongOf = (change: Partial<(typeof spins)[number]>) =>
    verifySpins({ ...file, spins: spins.map((each, i) => (i === 3 ? { ...each, ...change } : each)) })
      .filter(([, why]) => why !== '')
      .map(([name]) => name);

  it('are right as the engine spun them, some of them won', () => {
    expect(verifySpins(file).map(([, why]) => why)).toEqual(['', '', '']);
    expect(spins.some(({ payout }) => payout !== '0')).toBe(true);
    expect(verifyAll([file])[0][0]).toBe('40 spins');
  });

  it.each<[string, Partial<(typeof spins)[number]>, string[]]>([
    ['a seed', { seed: '0'.repeat(64) }, ['seals', 'reels']],
    ['a seal', { seal: '0'.repeat(64) }, ['seals']],
    ['the member’s own seed', { clientSeed: 'lucky' }, ['reels']],
    ['a place that was played', { nonce: 2 }, ['seals', 'reels']],
    ['a stop', { stops: [0, 0, 32] }, ['reels']],
    ['a payout', { payout: '2.500001' }, ['payouts']],
  ])('%s altered is found', (_name, change, expected) => {
    expect(wrongOf(change)).toEqual(expect.arrayContaining(expected));
  });
});

describe('a round of many bets', () => {
  const { bets, ...file } = manyFile(2_500);
  const pageFrom = (from: number, own = bets) => {
    const page = own.slice(from, from + 1_000);
    const next = from + 1_000 < own.length ? page.at(-1)!.bet : null;
    return { status: 'success', data: { tradeRoundId: Number(recordOf(file).tradeRoundId), bets: page, next } };
  };
  const wrongOf = (...pages: unknown[]) => verifyAll([file, ...pages])[0][1].filter(([, why]) => why !== '');

  it('is put together from the pages of the site, in whatever order they are named', () => {
    expect(wrongOf()).toEqual([['bets', 'missing']]);
    expect(wrongOf(pageFrom(2_000), pageFrom(0), pageFrom(1_000))).toEqual([]);
  });

  it('an altered digit of any stake is found, and a page that was left out', () => {
    const altered = bets.map((bet, i) => (i === 2_222 ? { ...bet, stake: '0.38' } : bet));
    expect(wrongOf(...[0, 1_000, 2_000].map((from) => pageFrom(from, altered)))).toEqual([['bets', 'not the bets that the record names']]);
    expect(wrongOf(pageFrom(0), pageFrom(2_000))).toEqual([['bets', 'not the bets that the record names']]);
  });
});

describe('by itself', () => {
  // This machine's own Node, where it has one beside ours: version 18 is enough.
  const nodes = [process.execPath, ...['/usr/bin/node', '/usr/local/bin/node'].filter((path) => existsSync(path))];
  it.each(nodes)('runs with %s alone, from a folder with nothing beside it, and says what is wrong', (node) => {
    const folder = mkdtempSync(join(tmpdir(), 'verify-round-'));
    const tool = join(folder, 'verify-round.mjs');
    copyFileSync(fileURLToPath(new URL('./verify-round.mjs', import.meta.url)), tool);
    writeFileSync(join(folder, 'right.json'), JSON.stringify(chain));
    writeFileSync(join(folder, 'wrong.json'), JSON.stringify(forged(drawn, (record) => (record.markets[0].odds = '1.9'))));
    try {
      expect(execFileSync(node, [tool, 'right.json', '--head', chain[2].hash], { cwd: folder, encoding: 'utf8' })).toMatch(
        /Nothing is wrong\.\n$/,
      );
      const wrong = spawnSync(node, [tool, 'wrong.json'], { cwd: folder, encoding: 'utf8' });
      expect(wrong.status).toBe(1);
      expect(wrong.stdout).toMatch(/WRONG +odds and sums|WRONG +bets/);
      expect(spawnSync(node, [tool], { cwd: folder, encoding: 'utf8' }).status).toBe(2);
      writeFileSync(join(folder, 'page.html'), '<p>no record</p>');
      writeFileSync(join(folder, 'no.json'), '{"status":"fail","code":"EVIDENCE_NOT_YET","message":"later"}');
      writeFileSync(join(folder, 'list.json'), '[]');
      const none = spawnSync(node, [tool, 'page.html', 'no.json', 'list.json', 'gone.json', 'right.json'], {
        cwd: folder,
        encoding: 'utf8',
      });
      expect([none.status, none.stderr]).toEqual([1, '']);
      for (const words of [/it is not JSON/, /answered EVIDENCE_NOT_YET: later/, /there is no round/, /no such file/, /^4 checks failed/m])
        expect(none.stdout).toMatch(words);
      // Today's heads are not published before the day is over: nothing is wrong with that, and nothing of it was checked.
      writeFileSync(
        join(folder, 'today.json'),
        '{"status":"success","data":{"date":"2026-11-22","published":null,"latest":null,"now":[],"seals":[]}}',
      );
      const today = spawnSync(node, [tool, 'right.json', 'today.json'], { cwd: folder, encoding: 'utf8' });
      expect([today.status, today.stderr]).toEqual([0, '']);
      expect(today.stdout).toMatch(/^day 2026-11-22\n {2}not given published day\nNothing is wrong\.\n$/m);
      expect(spawnSync(node, [tool, 'today.json', '--key', '0'.repeat(64)], { cwd: folder }).status).toBe(1);
    } finally {
      rmSync(folder, { recursive: true });
    }
  });
});
