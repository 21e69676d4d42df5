// Ten million spins of each embedded slot game through the engine's own stream: what they return beside what was counted exactly.
//
// `MARU_SPINS` sets another number. Fails when the return lies more than four standard deviations off.
import { asciiBytes, sha256 } from '@maru/engine/draw/sha256.ts';
import { SLOT_GAMES, SLOT_POSITIONS } from '@maru/engine/slot/slot-games.ts';
import { paysOf, spinReels } from '@maru/engine/slot/slot-spin.ts';

const SPINS = Number(process.env.MARU_SPINS ?? 10_000_000);
/** Spins of one seed before it is changed, as a member would. */
const SPINS_OF_SEED = 1000;
const LIMIT = 4;

for (const [game, { code, paysOfAll, winningPositions }] of SLOT_GAMES.entries()) {
  const pays = Int32Array.from({ length: SLOT_POSITIONS }, (_, word) => paysOf(game, word));
  const mean = paysOfAll / SLOT_POSITIONS;
  const variance = pays.reduce((all, each) => all + (each - mean) ** 2, 0) / SLOT_POSITIONS;
  const client = sha256(asciiBytes('bench'));
  let [paid, won] = [0, 0];
  const startedAt = performance.now();
  let seed = sha256(client);
  for (let spin = 0; spin < SPINS; spin++) {
    const nonce = spin % SPINS_OF_SEED;
    if (nonce === 0) seed = sha256(seed);
    const each = pays[spinReels(game, seed, client, nonce)];
    paid += each;
    if (each > 0) won++;
  }
  const seconds = (performance.now() - startedAt) / 1000;
  const deviations = (paid / SPINS - mean) / Math.sqrt(variance / SPINS);
  console.log(
    `${code}: ${SPINS.toLocaleString('en')} spins in ${seconds.toFixed(1)} s (${Math.round(SPINS / seconds).toLocaleString('en')}/s)`,
  );
  console.log(`  return ${(paid / SPINS).toFixed(4)} %, counted ${mean.toFixed(4)} % (${deviations.toFixed(2)} deviations off)`);
  console.log(`  paying ${((won / SPINS) * 100).toFixed(4)} %, counted ${((winningPositions / SLOT_POSITIONS) * 100).toFixed(4)} %`);
  if (Math.abs(deviations) > LIMIT) process.exitCode = 1;
}
