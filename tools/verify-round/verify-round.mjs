#!/usr/bin/env node
// Checks the evidence of settled rounds with nothing but Node (18 or newer): node verify-round.mjs <file.json> … [--head <hash>] [--key <public key>]
//
// A file is one { record, hash, bets?, previousRecord? }, a list of them in order, a published day, opened spins of the slot, or what the site's calls answer
// (/api/trade/round/evidence, /api/public/trade_round/chain, /heads and, page by page, /bets). Everything is worked out again from the
// record: what ticks or seed and entropy come to, what every market and bet is paid, and that each record names the one before.
// --head: the hash the site published for the last of them. --key: a public key of the site that you noted, for its days. This file shares no line with the site's own code.
import { createHash, createHmac, createPublicKey, verify as verifySignature } from 'node:crypto';
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

/** What took long to verify, so that it is done once. */
const known = new Map();

// Version 1 held a round's early sales to the option's terms at its settlement, version 2 to those that its first bet found; both stand in the record.
const PLAYS = { 'price-1': 'price', 'price-2': 'price', 'in-round-1': 'in-round', 'in-round-2': 'in-round', 'power-ball-1': 'power-ball' };
const playOf = ({ rule }) => (Object.hasOwn(PLAYS, rule) ? PLAYS[rule] : undefined);

// Price rounds: the last tick that had come at each boundary; void only for the reasons of the rules.
const sameTick = (a, b) => a !== undefined && ['id', 'price', 'sourceAt', 'receivedAt'].every((field) => a[field] === b[field]);

function checkTick(boundary, name, isLateVoid) {
  const { at, tick, before, near } = boundary;
  const known = near.filter((each) => ms(each.receivedAt) <= ms(at));
  if (tick === null) return need(isLateVoid || known.length === 0, `${name}: a tick was there and is not used`);
  need(ms(tick.receivedAt) <= ms(at), `${name}: its tick came after it`);
  need(near.length === 0 || sameTick(known[known.length - 1], tick), `${name}: not the last tick before it`);
  const step = known.at(-2);
  need(step === undefined || (before !== null && price(before) === price(step.price)), `${name}: another tick came before its own`);
}

function jumped({ tick, before, second }) {
  if (tick === null || before === null) return false;
  const far = (from, percent) => {
    const [a, b] = [price(tick.price), price(from)];
    return (a > b ? a - b : b - a) * 100n > b * percent;
  };
  return far(before, 5n) && (second === null || far(second, 3n));
}

const isTooLate = (r) => ms(r.settledAt) >= ms(r.endAt) + 600_000n;

function reasons(r) {
  const { strike, close, isHalted } = r.evidence;
  const used = playOf(r) === 'in-round' ? [close] : [strike, close];
  const found = [];
  if (isTooLate(r)) found.push('TOO_LATE');
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
  const result = playOf(r) === 'in-round' ? 'EACH_BET' : compare(strike.tick.price, close.tick.price);
  need(r.result === result, `the ticks come to ${result}, not ${r.result}`);
  need(r.voidReason === null || r.voidReason === result, 'a reason to be void without being void');
}

// Signed prices (Pyth): keccak-256, the signers of an envelope recovered from their secp256k1 signatures, a Merkle proof per price.
const rotl = (x, n) => (n === 0n ? x : ((x << n) | (x >> (64n - n))) & (2n ** 64n - 1n));

function keccakRounds(a) {
  let r = 1;
  for (let round = 0; round < 24; round++) {
    const c = [0, 1, 2, 3, 4].map((x) => a[x] ^ a[x + 5] ^ a[x + 10] ^ a[x + 15] ^ a[x + 20]);
    for (let i = 0; i < 25; i++) a[i] ^= c[(i + 4) % 5] ^ rotl(c[(i + 1) % 5], 1n);
    let [x, y, current] = [1, 0, a[1]];
    for (let t = 0; t < 24; t++) {
      [x, y] = [y, (2 * x + 3 * y) % 5];
      [current, a[x + 5 * y]] = [a[x + 5 * y], rotl(current, BigInt((((t + 1) * (t + 2)) / 2) % 64))];
    }
    for (let row = 0; row < 25; row += 5) {
      const t = a.slice(row, row + 5);
      for (let i = 0; i < 5; i++) a[row + i] = t[i] ^ (~t[(i + 1) % 5] & (2n ** 64n - 1n) & t[(i + 2) % 5]);
    }
    for (let j = 0; j < 7; j++) {
      r = ((r << 1) ^ ((r >> 7) * 0x71)) % 256;
      if (r & 2) a[0] ^= 1n << BigInt(2 ** j - 1);
    }
  }
}

function keccak256(data) {
  const padded = Buffer.concat([data, Buffer.alloc(136 - (data.length % 136))]);
  padded[data.length] ^= 1;
  padded[padded.length - 1] ^= 0x80;
  const a = Array(25).fill(0n);
  for (let at = 0; at < padded.length; at += 136) {
    for (let i = 0; i < 17; i++) a[i] ^= padded.readBigUInt64LE(at + 8 * i);
    keccakRounds(a);
  }
  const out = Buffer.alloc(32);
  for (let i = 0; i < 4; i++) out.writeBigUInt64LE(a[i], 8 * i);
  return out;
}

const P = 2n ** 256n - 2n ** 32n - 977n;
const N = 0xfffffffffffffffffffffffffffffffebaaedce6af48a03bbfd25e8cd0364141n;
const G = [
  0x79be667ef9dcbbac55a06295ce870b07029bfcdb2dce28d959f2815b16f81798n,
  0x483ada7726a3c4655da4fbfc0e1108a8fd17b448a68554199c47d08ffb10d4b8n,
];
const mod = (a, m) => ((a % m) + m) % m;
const big = (bytes) => BigInt(`0x${Buffer.from(bytes).toString('hex') || '0'}`);

function inverse(a, m) {
  let [low, high, x, y] = [mod(a, m), m, 1n, 0n];
  while (low > 1n) [low, high, x, y] = [high % low, low, y - (high / low) * x, x];
  return mod(x, m);
}

function power(a, e, m) {
  let out = 1n;
  for (let base = mod(a, m); e > 0n; e >>= 1n, base = (base * base) % m) if (e & 1n) out = (out * base) % m;
  return out;
}

// Points of y^2 = x^3 + 7 as [x, y, z], standing for x / z^2 and y / z^3; z = 0 is the zero.
function twice([x, y, z]) {
  const [b, c] = [mod(x * x, P), mod(y * y, P)];
  const d = mod(4n * x * c, P);
  const e = 3n * b;
  const out = mod(e * e - 2n * d, P);
  return [out, mod(e * (d - out) - 8n * c * c, P), mod(2n * y * z, P)];
}

function addPoints(one, other) {
  if (one[2] === 0n || other[2] === 0n) return one[2] === 0n ? other : one;
  const [zz, ww] = [mod(one[2] * one[2], P), mod(other[2] * other[2], P)];
  const [u, v] = [mod(one[0] * ww, P), mod(other[0] * zz, P)];
  const [s, t] = [mod(one[1] * other[2] * ww, P), mod(other[1] * one[2] * zz, P)];
  if (u === v) return s === t ? twice(one) : [1n, 1n, 0n];
  const [h, r] = [mod(v - u, P), mod(t - s, P)];
  const [hh, uh] = [mod(h * h, P), mod(u * h * h, P)];
  const x = mod(r * r - h * hh - 2n * uh, P);
  return [x, mod(r * (uh - x) - s * h * hh, P), mod(h * one[2] * other[2], P)];
}

function timesPoint([x, y], n) {
  let out = [1n, 1n, 0n];
  for (let base = [x, y, 1n]; n > 0n; n >>= 1n, base = twice(base)) if (n & 1n) out = addPoints(out, base);
  return out;
}

/** The address of whoever signed: last 20 bytes of the hash of the key. */
function signerOf(digest, signature, recovery) {
  const [r, s] = [big(signature.subarray(0, 32)), big(signature.subarray(32, 64))];
  need(r > 0n && r < N && s > 0n && s < N && recovery < 4, 'no signature');
  const x = r + (recovery & 2 ? N : 0n);
  const square = mod(x ** 3n + 7n, P);
  let y = power(square, (P + 1n) / 4n, P);
  need((y * y) % P === square, 'no signature');
  if ((y & 1n) !== BigInt(recovery & 1)) y = P - y;
  const own = inverse(r, N);
  const key = addPoints(timesPoint([x, y], mod(s * own, N)), timesPoint(G, mod(-big(digest) * own, N)));
  const z = inverse(key[2], P);
  const flat = [mod(key[0] * z * z, P), mod(key[1] * z * z * z, P)];
  const bytes = flat.map((each) => each.toString(16).padStart(64, '0')).join('');
  return keccak256(Buffer.from(bytes, 'hex')).subarray(12).toString('hex');
}

// Signers by the name that a record gives them. "practice" are keys that everybody knows: they prove nothing.
const SIGNERS = {
  practice: `3 da04097eacc98a1541b46c200b43ee9173d1722b f3bd64e5c64f5cecc7840d421d1cd54b98a5bca9 477f621847a66bece791e9172d3bcbeaf1ca412b
    2fe69739da456b3a010f5f012611a1c2a7f4ad38 7fcb67245cac033020fc554049b599b8432a453d`,
  'pyth-routers-2026': `3 41534bb176e461a3fb30479400f210549ecce638 6502987b62f21cab7eb5ccd8f0173084b60d5b41
    44a3e8f6a382412cf6bb90a3f8106e68977476c9 d9d7d4529577864352c9a6539a48238fcd447052 1663a5a822336ece48559b1dfb1e93a017a7dac3`,
  'wormhole-4': `13 5893b5a76c3f739645648885bdccc06cd70a3cd3 ff6cb952589bde862c25ef4392132fb9d4a42157
    114de8460193bdf3a2fcf81f86a09765f4762fd1 107a0086b32d7a0977926a205131d8731d39cbeb 8c82b2fd82faed2711d59af0f2499d16e726f6b2
    11b39756c042441be6d8650b69b54ebe715e2343 54ce5b4d348fb74b958e8966e2ec3dbd4958a7cd 15e7caf07c4e3dc8e7c469f92c8cd88fb8005a20
    74a3bf913953d695260d88bc1aa25a4eee363ef0 000ac0076727b35fbea2dac28fee5ccb0fea768e af45ced136b9d9e24903464ae889f5c8a723fc14
    f93124b7c738843cbb89e864c862c38cddcccf95 d2cc37a4dc036a8d232b48f62cdd4731412f4890 da798f6896a3331f64b48c12d1d57fd9cbe70811
    71aa1be1d36cafe3867910f99c09e347899c19c3 8192b6e7387ccd768277c17dab1b7a5027c0b3cf 178e21ad2e77ae06711549cfbb1f9c7a9d8096e8
    5e1487f35515d02a92753504a8d75471b9f49edb 6fbebc898f403e4773e95feb15e80c9a99c8348d`,
};

/** Cuts bytes off the front, one field after the other. */
function reader(bytes) {
  let at = 0;
  const take = (n) => need(at + n <= bytes.length, 'cut short') && bytes.subarray(at, (at += n));
  return { take, number: (n) => Number(big(take(n))), rest: () => take(bytes.length - at) };
}

/** The signed message of an envelope: signers, origin, and the root of its prices. */
function signedRoot(message, [quorum, ...signers]) {
  const m = reader(message);
  need(m.number(1) === 1 && m.take(4), 'another form');
  const signatures = Array.from({ length: m.number(1) }, () => ({ index: m.number(1), rs: m.take(64), recovery: m.number(1) }));
  const body = m.rest();
  const digest = keccak256(keccak256(body));
  signatures.forEach(({ index, rs, recovery }, i) => {
    need(i === 0 || index > signatures[i - 1].index, 'a signer counted twice');
    need(signerOf(digest, rs, recovery) === signers[index], `signature ${index} is not of its signer`);
  });
  need(signatures.length >= Number(quorum), `${signatures.length} of ${quorum} signatures`);
  const inner = reader(body);
  inner.take(8);
  const origin = inner.take(34).toString('hex');
  need(origin === '001ae101faedac5851e32b9b23b5f9411a8c2bac4aae3ed4dd7b811dd1a72ea4aa71', 'signed for somebody else');
  inner.take(9);
  need(inner.take(5).toString('latin1') === 'AUWV\0' && inner.take(12), 'no root of prices');
  return inner.take(20);
}

function provenPrice(message, proof, root) {
  let node = keccak256(Buffer.concat([Buffer.from([0]), message])).subarray(0, 20);
  for (const other of proof) {
    const pair = Buffer.compare(node, other) <= 0 ? [node, other] : [other, node];
    node = keccak256(Buffer.concat([Buffer.from([1]), ...pair])).subarray(0, 20);
  }
  need(node.equals(root), 'a price is not under the signed root');
  const unit = 10n ** BigInt(12 + message.readInt32BE(49));
  return {
    feed: message.toString('hex', 1, 33),
    price: message.readBigInt64BE(33) * unit,
    unsure: message.readBigUInt64BE(41) * unit,
    at: message.readBigInt64BE(53),
    before: message.readBigInt64BE(61),
  };
}

/** Prices of an update that its signers stand for. */
function provenPrices(signerSet, update) {
  const set = (SIGNERS[signerSet] ?? fail(`nobody knows the signers ${signerSet}`)).split(/\s+/);
  const e = reader(Buffer.from(update, 'base64'));
  need(
    e.take(4).toString('latin1') === 'PNAU' && e.number(1) === 1 && e.take(1) && e.take(e.number(1)) && e.number(1) === 0,
    'no envelope',
  );
  const message = e.take(e.number(2));
  const prices = Array.from({ length: e.number(1) }, () => {
    const price = e.take(e.number(2));
    return { price, proof: Array.from({ length: e.number(1) }, () => e.take(20)) };
  });
  need(e.rest().length === 0, 'too long');
  const root = signedRoot(message, set);
  return prices.map(({ price, proof }) => provenPrice(price, proof, root));
}

/** A price that settles lies within 0.2 % of the signed one, and three times what its publishers were unsure by; a void round has none. */
function checkDistance(r, boundary, distance, own) {
  const { tick } = r.evidence[boundary];
  const between = tick === null ? null : price(tick.price) - own.price;
  const apart = between === null ? null : between < 0n ? -between : between;
  const millionths = apart === null ? null : (apart * 1_000_000n) / own.price;
  need(
    distance === undefined || distance === (millionths === null ? null : `${millionths}`),
    `${boundary}: another distance from the signed price`,
  );
  if (apart === null || r.result === 'VOID') return;
  const isNear = apart * 1_000_000n <= own.price * 2_000n + 3n * own.unsure * 1_000_000n;
  need(isNear, `${boundary}: ${Number(millionths) / 10_000} % from the signed price, further than two honest sources of a moment`);
}

function checkSigned(r, { boundary, feed, signerSet, update, distance }) {
  need(signerSet !== 'practice' || !['binance', 'pyth'].includes(r.evidence.source), 'practice signatures beside live prices');
  // Both boundaries of neighbouring rounds have the same update.
  if (!known.has(`${signerSet} ${update}`)) known.set(`${signerSet} ${update}`, provenPrices(signerSet, update));
  const own = known.get(`${signerSet} ${update}`).find((each) => each.feed === feed);
  const at = (ms(boundary === 'strike' ? r.startAt : r.endAt) + 999n) / 1000n;
  need(own !== undefined && own.at >= at && own.at <= at + 10n, `${boundary}: no price of its moment`);
  need(own.before < at, `${boundary}: not the first price since its moment`);
  need(own.price > 0n, `${boundary}: a signed price of nothing`);
  checkDistance(r, boundary, distance, own);
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

/** A draw of a hundred thousand bets is worked out once. */
function drawnOnce(r) {
  const key = `draw ${r.evidence.seed} ${r.tradeRoundId} ${r.evidence.entropy}`;
  if (!known.has(key)) known.set(key, drawOf(r));
  return known.get(key);
}

function checkEntropy(r) {
  const { entropy, entropyOf, planned } = r.evidence;
  need(isDigest(entropy) && entropyOf !== null, 'no public value');
  need(entropyOf.after === r.betCloseAt && planned.kind === entropyOf.kind, 'not the public value that was planned');
  if (entropyOf.kind === 'beacon') return checkBeacon(r, entropyOf);
  need(planned.symbol === entropyOf.symbol, 'ticks of another market than planned');
  const times = entropyOf.ticks.map((tick) => ms(tick.receivedAt));
  const closed = ms(r.betCloseAt);
  need(entropyOf.ticks.length === 3, 'not the three ticks after the cut-off');
  need(
    times.every((at, i) => at > closed && at <= closed + 9000n && (i === 0 || at >= times[i - 1])),
    'ticks of the public value came too early or too late',
  );
  const lines = entropyOf.ticks.map((t) => [t.id, t.price, t.sourceAt, t.receivedAt].join('|'));
  need(sha256([`${entropyOf.symbol}|${entropyOf.after}`, ...lines].join('\n')) === entropy, 'the ticks give another public value');
}

// A beacon (drand): the first round after the cut-off, of the chain that was planned; its value is the hash of its signature.
function checkBeacon(r, { beacon, after, round, randomness, signature, previousSignature }) {
  const isChained = { 'bls-unchained-g1-rfc9380': false, 'pedersen-bls-unchained': false, 'pedersen-bls-chained': true }[beacon.scheme];
  need(isChained === (previousSignature !== null), `beacon of an unknown scheme ${beacon.scheme}`);
  const head = Buffer.alloc(12);
  head.writeUInt32BE(Number(beacon.periodSeconds));
  head.writeBigInt64BE(BigInt(beacon.genesisSeconds), 4);
  const id = Buffer.from(beacon.beaconId === 'default' ? '' : beacon.beaconId);
  const chain = sha256(Buffer.concat([head, Buffer.from(beacon.publicKey, 'hex'), Buffer.from(beacon.groupHash, 'hex'), id]));
  need(chain === beacon.chain && r.evidence.planned.chain === chain, 'another beacon than planned');
  const passed = ms(after) - ms(beacon.genesisSeconds) * 1000n;
  const first = passed < 0n ? 1n : passed / (ms(beacon.periodSeconds) * 1000n) + 2n;
  need(ms(round) === first, `the first round after the cut-off is ${first}`);
  need(sha256(Buffer.from(signature, 'hex')) === randomness, "the beacon's value is not the hash of its signature");
  need(sha256(Buffer.from(randomness, 'hex')) === r.evidence.entropy, 'the beacon gives another value');
}

// BLS signatures on BLS12-381 as drand's quicknet makes them (signature on G1, key on G2, RFC 9380): nothing but large numbers.
const Q = 0x1a0111ea397fe69a4b1ba7b6434bacd764774b84f38512bf6730d2a0f6b0f6241eabfffeb153ffffb9feffffffffaaabn;
const ORDER = 0x73eda753299d7d483339d80809a1d80553bda402fffe5bfeffffffff00000001n;
const LOOP = 0xd201000000010000n;
const A = 0x144698a3b8e9433d693a02c96d4982b0ea985383ee66a8d8e8981aefd881ac98936f8da0e0f97f5cf428082d584c1dn;
const B = 0x12e2908d11688030018b12e8753eee3b2016c1f0f24f4070a0b9c14fcef35ef55a23215a316ceaa5d1cc48e98e172be0n;
const BASE =
  '93e02b6052719f607dacd3a088274f65596bd0d09920b61ab5da61bbdc7f5049334cf11213945d57e5ac7d055d042b7e' +
  '024aa2b2f08f0a91260805272dc51051c6e47ad4fa403b02b4510b647ae3d1770bac0326a805bbefd48056c8c121bdb8';
/** The 11-isogeny to G1 (RFC 9380, E.2): coefficients from the lowest on, 48 bytes each, of four polynomials. */
const ISOGENY = Buffer.from(
  `EaBfKx6DM0C4CRAd2ZgVhWswPoii1wBf8mJ7Vs204shWEMLV8uYtbq6sFmJzRkm3FylO0+lDqy8FiLqyIUeoHHwX51svaoQX9WXjPHDR6GtIOPKm8xjDVug07vGzy4O7DVQA
    Xbl2eOwdEEjF0QqaG84DJHMpWYPlaHjlAexo4lyVjD49Kglyn+AXn52sntywF3jnFm/MbbdOBgnTB+VUEtf15GVqjb8l8bMyifGzMINTNuJc4xBxk8WziGQdm2hhDplyajGZ
    9ENmQrSz5BGOVJnbmVoSV/s/CG7rZZgvrBiYWihvMB53xFEVTOmsiJXZFjDDJQ1zE/8B0SAb96dKtds8sX3ZUnmbntOrkJfmj5Cghw0tyuc9Gc0TwcZvZSmDDW7WVT/kTSlq
    NybDiuZSv7EVhiZPD4zhkAjiGPnIayqNolEowQUuyt3X8iWhOe2EF7gedwGr2+LodDiE0RF+UzVt5asnW02xpoLGLvDydTM5t8j4yPR1r5zLVhjj8MiOCA088fmnj8R7kLM1
    Y76ZDcQ7dWznn1V0osWWySjF0d5PopXylrdOlW1xmGqEl+MXFpsfjhvPp8QuDDdRXROPIt0uy4A6DFyZZ2MUuvS7G3+jGQsu3AMneX8kEGe+OQyeEDIdoHnOB+Jy2OwJ0lZb
    Dfp9zN3meH+W1QrzYAOxSGb2m3cfjChd7Mpn3z8WBft7BuCMJI4mDnC9HpYjge3uPTHXnX4iyDe8I8C/G8JMa2jCSxuAtk05H6nIui6LotIpCMqNVIz/Ga4YsuYvS9P6bwHV
    70ujW0i6nJWIYX/IrGK1WNaBvjQ9+Jk8+fpA0hscElYaXetVnENItHESmOU2NnBB6MoM8IAMASbCWIxIv1cT2qiEbLAm6eXIJ27IKzv/Cyli/lejIl6BN+Ypv/KZH2+JQW9a
    cYzR/KZOALEazqzWo9CWfJT+3PzCObpcuD4ZA0JVgaWK4v7IOq/vfEDrVFsIJD8WsWVRVMyoq8KNb9BJdtUkPuz1xBMN6JONxizYE6jhYgIpFKgKbx1fQ+egff/fx1mhIGK7
    jWtE6DOzBtqb0puoHzV4HVOdOVs1MqIeDnNV+OTmZ7lVOQ9/BQbG6TlXNenOnK1NCkO87yS4mC90ANJLxCKPEcAt+aKfYwSlB3LKrPFpNhkPPgxj4FlnIVcPV5mvU6GJTi4H
    MGKu3pzqc7NTjw3gbOwldElu6Eo6FKesKp1kqLIws/WwdM8BmW5/Y8IbymioGZbhzfmCLFgPpblInRHi0xH32Zu9zFpeChDs9q2lT4Jekgs9r8ejzOB/jR1xYTZrdBANpn85
    iDUDgmaSq7pDcEd27Dp5odZBCV/BOrnpKtRHbW4+s6VmgPaCtO6W99A3dt9TOXjzHBWTF05LS3hlAC1jhNFo7N0KAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA
    AAAAAAAAAAAAAAAAAAABCQ2XyBuiTuAlnR8JSYDc+hGtE45IqGlSK1KvbJVlQ9PNDHrumzujwr6YRXGXB7szE0mWoQTuWBHVEDbXdvtGgxIj6WwlTzg9D5BjQ+tnrTTWxWcR
    li+ov+CX51ouQcaWAMx4a6qWbmb0o4TIajtJlCVS4tZYoxziw0S+S5FADafSbVIWKLAFI7jf4kDHLeH2AfhjduiYHCF4mHUa2HRnV9Qqp7kO63kcCeSj7AMlHPneQFq6nsYd
    7KY1XHew5fTLCMwD/e/g/xNcr0/iohUpxBlVNvvjzlC4eYM/0iE1Gtwu5/jcCZBAqEG22uzy6P7bFmA/ykBjS2oiEeEduPCmoHSn0NSvrbe9dlBcPTrVVE4gP2MmyVqAcpmy
    OrE2M6XwBKsLm8+sG7yyyXfQJ3lrPOdbuMor4YTLUjFBPE1jTzdHqHrCRg9BXslh+IVf6dbyCYfI1TM6uG/emSa9LKbGdBcKBb/jvdgf/QONpsJshCZC9kVQ/t/pNaFeTKMY
    cPspCfxAGL2WaEvojJ4iHk2hu486vRZnncJsHotuah8gyr5p1lIBx4YHo2A3Dld726WHDhu6ehGGvbUiOr3nraFKI8QqDKeRWvb+BpheftHk1DubP3BV3U66byuvquvKcxww
    GXE+R5N80b4N/QuPHUP7k80vy8tsr0k/0Rg+QWOJ5hAxvzpczj+6/OgTcRrQEcEyGLRqkI829t65GMFD/tLtzFI1Wbiq8MJGLmv+f5EfZDJJ2c30G0TWBs4HyKTQB02OCxgs
    rBAbk5nRVQlgBPU/RHqnsSo0JrCOwCcQ6Ae0Yz8GyFHBkZIR8g1MBPALlx74AkWjlK0eypty/ACue+MV3HV7OwgNTBWAE+ZjLTxAZZzGz5CtHCMqZELZ0/XbmAEzBcEpZF5E
    zxECoVn3SMSj/F5nPYHX6GVo2asPXTlqfORroQSbZXmvt4ZrHnFUdSJLFea+TpkPA85OpQs7Qt8utcsYHY+Ello5V63U+pWvAbK2ZQJ+/sAcdwS0Vr5pyLYEFhEsTDqcmLJS
    GBFA+tDq6WAabeV4mAvm7sMjK1vnLnoH82iO9gwgbQFHklOwNmPBGWLXXCOBIB4aDL1sQ8NIuIXIT/cxxNWcpKEDVvRT4B94pCYHY1KeNTL2ECwuSaA9BY3zMGZA2idvqq59
    bo6xV3jEhVVRrn8xDDWl3Sec0uymdXzWNvlviR4lOLU9v2fyFrfSiHmOU5XyDSO/ie200dEVxdvdvNMOEj2kiecmr0Fyc2TywoKXrajSbZhEX1QWC+DgeVRfQ+SwDMkS+CKN
    3MbRnJ8PabuwVC7aD8neyRaiCxXcD9Lt7do5FCMRpQAdCNnlKXGG2y2fsmbqrHgxgrcBUsZVUNiBxezYe28PWmRJ842536nM4gLGR3+q+besFmAHwIqZ2y/Duoc0rOmCS17s
    /fqNDPjvXdNlvEAKAFHV+pwBpYsfuT0aE5kSandcFqPvCL4+p+oDvN36u6b/buWkN176H0/X/rNP0gY1cTK5IPWwCAHe5GDuQVoVgS7ZGGbI7TNsYSMaG+VP0ddMxPn7DOTG
    r1kgq8V1DEvzm0hSz+L3u5JIg2sjPZ1VU11KFnpVzacKbhzqggWX2UqEkDIW92PhPYe7UwhZLn6n1PvHOF6j1SmzXjRu9Iu4kT9VBNLyWe6kBb1I8BCgGtKRHZxt0Dm7YaYp
    DlkbNuY2pchxpcKfT4MGBAD4tJy6j2qoCsy7Z0gdAz/1hSweSMUMR3+U/4rvzkLSjA+aiM6nkTUW+WiYb3676paEtSniVhCSCta5UUx2f+PDYTFEtF8UllQzRtmK3wImfVzu
    +aANm4aTAAdj47kKwR6ZsThXM0XMAmYEAOsuTztii90NU8128r9WW5TnKSfBy3SN8nlCSA5CBRe9hxTMgNH63BMm7Qb3Dg+h2BbdwD5rJCVeDXgZwXHED2Xic7hTMk781jVs
    qiBcovVw8TSXgEQVRzodY0uPAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAB`,
  'base64',
);
const isogeny = [12, 11, 16, 16].map((count, i, counts) => {
  const from = counts.slice(0, i).reduce((all, each) => all + each, 0);
  return Array.from({ length: count }, (_, at) => big(ISOGENY.subarray((from + at) * 48, (from + at + 1) * 48)));
});

const q = (a) => mod(a, Q);
const rootOf = (a) => power(a, (Q + 1n) / 4n, Q);
const isLarge = (y) => y > (Q - 1n) / 2n;

/** Points of y^2 = x^3 + 4 over the field, or over its square (numbers as [a, b] = a + b i). */
function pointOfG1(bytes) {
  need(bytes.length === 48 && (bytes[0] & 0xc0) === 0x80, 'no point');
  const x = big(bytes) & (2n ** 381n - 1n);
  const square = q(x ** 3n + 4n);
  const y = rootOf(square);
  need(x < Q && q(y * y) === square, 'no point');
  return [x, isLarge(y) === ((bytes[0] & 0x20) !== 0) ? y : Q - y];
}

const mul2 = ([a, b], [c, d]) => [q(a * c - b * d), q(a * d + b * c)];
const add2 = ([a, b], [c, d]) => [q(a + c), q(b + d)];
const sub2 = ([a, b], [c, d]) => [q(a - c), q(b - d)];
function inverse2([a, b]) {
  const n = inverse(a * a + b * b, Q);
  return [q(a * n), q(-b * n)];
}

function pointOfG2(bytes) {
  need(bytes.length === 96 && (bytes[0] & 0xc0) === 0x80, 'no key');
  const x = [big(bytes.subarray(48)), big(bytes.subarray(0, 48)) & (2n ** 381n - 1n)];
  const [a, b] = add2(mul2(x, mul2(x, x)), [4n, 4n]);
  const norm = rootOf(a * a + b * b);
  const halves = [a + norm, a - norm].map((each) => q(each * inverse(2n, Q)));
  const real = rootOf(halves.find((each) => q(rootOf(each) ** 2n) === each) ?? 0n);
  const y = [real, q(b * inverse(2n * real, Q))];
  need(mul2(y, y).join() === [a, b].join(), 'no key');
  const isUpper = y[1] === 0n ? isLarge(y[0]) : isLarge(y[1]);
  return [x, isUpper === ((bytes[0] & 0x20) !== 0) ? y : y.map((each) => q(-each))];
}

/** Sum of two points of G1; null is the zero. */
function addG1(one, other) {
  if (one === null || other === null) return one ?? other;
  if (one[0] === other[0] && q(one[1] + other[1]) === 0n) return null;
  const isSame = one[0] === other[0];
  const slope = isSame ? 3n * one[0] * one[0] * inverse(2n * one[1], Q) : (other[1] - one[1]) * inverse(other[0] - one[0], Q);
  const x = q(slope * slope - one[0] - other[0]);
  return [x, q(slope * (one[0] - x) - one[1])];
}

function timesG1(point, n) {
  let out = null;
  for (let base = point; n > 0n; n >>= 1n, base = addG1(base, base)) if (n & 1n) out = addG1(out, base);
  return out;
}

/** Two field elements of a message (expand_message_xmd with SHA-256). */
function fieldElements(message, domain) {
  const tail = Buffer.concat([Buffer.from(domain), Buffer.from([domain.length])]);
  const hash = (...parts) => createHash('sha256').update(Buffer.concat(parts)).digest();
  const first = hash(Buffer.alloc(64), message, Buffer.from([0, 128, 0]), tail);
  const blocks = [hash(first, Buffer.from([1]), tail)];
  while (blocks.length < 4) {
    const mixed = first.map((byte, i) => byte ^ blocks[blocks.length - 1][i]);
    blocks.push(hash(mixed, Buffer.from([blocks.length + 1]), tail));
  }
  const all = Buffer.concat(blocks);
  return [q(big(all.subarray(0, 64))), q(big(all.subarray(64)))];
}

/** A point of G1 for a field element: simplified SWU on the isogenous curve, then over. */
function mapToCurve(u) {
  const zu = q(11n * u * u);
  const t = q(zu * zu + zu);
  const curve = (at) => q(at ** 3n + A * at + B);
  let x = t === 0n ? q(B * inverse(11n * A, Q)) : q(-B * inverse(A, Q) * (1n + inverse(t, Q)));
  if (q(rootOf(curve(x)) ** 2n) !== curve(x)) x = q(zu * x);
  let y = rootOf(curve(x));
  if ((y & 1n) !== (u & 1n)) y = q(-y);
  const [xNum, xDen, yNum, yDen] = isogeny.map((list) => list.reduceRight((all, each) => q(all * x + each), 0n));
  return [q(xNum * inverse(xDen, Q)), q(y * yNum * inverse(yDen, Q))];
}

// Numbers of degree twelve: twelve coefficients of powers of w, where w^12 = 2 w^6 - 2 and i = w^6 - 1.
function mul12(a, b) {
  const out = Array(23).fill(0n);
  for (let i = 0; i < 12; i++) if (a[i] !== 0n) for (let j = 0; j < 12; j++) out[i + j] += a[i] * b[j];
  for (let i = 22; i >= 12; i--) {
    out[i - 6] += 2n * out[i];
    out[i - 12] -= 2n * out[i];
  }
  return out.slice(0, 12).map(q);
}

/** Product of the pairings' Miller loops: the line through each step of a G2 point, taken at a G1 point. */
function millerLoop([px, py], point) {
  let f = [1n, ...Array(11).fill(0n)];
  let [x, y] = point;
  const step = (slope, ox) => {
    const constant = sub2(mul2(slope, x), y);
    const linear = slope.map((each) => q(-each * px));
    const line = Array(12).fill(0n);
    [line[0], line[6]] = [q(constant[0] - constant[1]), constant[1]];
    [line[2], line[8]] = [q(linear[0] - linear[1]), linear[1]];
    line[3] = py;
    f = mul12(f, line);
    const nx = sub2(sub2(mul2(slope, slope), x), ox);
    [x, y] = [nx, sub2(mul2(slope, sub2(x, nx)), y)];
  };
  for (const bit of LOOP.toString(2).slice(1)) {
    f = mul12(f, f);
    step(mul2(mul2([3n, 0n], mul2(x, x)), inverse2(add2(y, y))), x);
    if (bit === '1') step(mul2(sub2(point[1], y), inverse2(sub2(point[0], x))), point[0]);
  }
  return f;
}

/** e(signature, base) = e(message, key): the two loops with one side turned round must come to one. */
function isBlsSigned(signatureHex, message, keyHex) {
  const signature = pointOfG1(Buffer.from(signatureHex, 'hex'));
  need(timesG1(signature, ORDER) === null, 'a point outside the group');
  const [one, other] = fieldElements(message, 'BLS_SIG_BLS12381G1_XMD:SHA-256_SSWU_RO_NUL_').map(mapToCurve);
  const hashed = timesG1(addG1(one, other), LOOP + 1n);
  const turned = [signature[0], Q - signature[1]];
  let base = mul12(millerLoop(turned, pointOfG2(Buffer.from(BASE, 'hex'))), millerLoop(hashed, pointOfG2(Buffer.from(keyHex, 'hex'))));
  let out = [1n, ...Array(11).fill(0n)];
  for (let e = (Q ** 12n - 1n) / ORDER; e > 0n; e >>= 1n, base = mul12(base, base)) if (e & 1n) out = mul12(out, base);
  return out.every((each, i) => each === (i === 0 ? 1n : 0n));
}

/** Only drand's unchained scheme with signatures on G1: "unchecked" says that another was not verified here. */
function checkBeaconSigned({ beacon, round, signature }) {
  if (beacon.scheme !== 'bls-unchained-g1-rfc9380') return 'unchecked';
  const bytes = Buffer.alloc(8);
  bytes.writeBigUInt64BE(ms(round));
  const message = createHash('sha256').update(bytes).digest();
  // Options of one site share a beacon's round.
  const key = `${signature} ${round} ${beacon.publicKey}`;
  if (!known.has(key)) known.set(key, isBlsSigned(signature, message, beacon.publicKey));
  need(known.get(key), 'not signed by the beacon');
}

function checkDraw(r) {
  const { seal, seed, draw } = r.evidence;
  if (r.result === 'VOID') {
    need(draw === null, 'void though it was drawn');
    return need(r.voidReason === 'TOO_LATE' && isTooLate(r), 'void without a reason of the rules');
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
  if (r.evidence.kind === 'draw') return r.result === 'VOID' ? 'VOID' : marketWins(market, drawnOnce(r)) ? 'WON' : 'LOST';
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
  else {
    const outcomes = BigInt(outcomesOf(row.market));
    need(outcomes > 0n && outcomes * rate < 982_800n * 100_000_000n && rate > 100_000_000n, `${row.market}: odds ${row.odds}`);
  }
  const most = (staked * rate) / 100_000_000n;
  if (row.how === 'CANCELLED') return need(paid === staked, `${row.market}: not every stake taken back was paid back`);
  if (row.how === 'SOLD') return need(paid <= most, `${row.market}: sales paid more than a win`);
  need(row.how === 'SETTLED', `${row.market}: ${row.how}?`);
  const how = ending(r, row.market);
  const fits =
    how === 'VOID' ? paid === staked : how === 'LOST' ? paid === 0n : how === 'WON' ? paid <= most && paid > most - bets : paid <= most;
  need(fits, `${row.market}: ${row.paid} was paid for ${row.staked}`);
}

// Bets that left early: taken back before the cut-off, or sold at the published formula (normal distribution in steps of a tenth).
const NORMAL = [
  50000000, 53982784, 57925971, 61791142, 65542174, 69146246, 72574688, 75803635, 78814460, 81593987, 84134475, 86433394, 88493033,
  90319952, 91924334, 93319280, 94520071, 95543454, 96406968, 97128344, 97724987, 98213558, 98609655, 98927589, 99180246, 99379033,
  99533881, 99653303, 99744487, 99813419, 99865010, 99903240, 99931286, 99951658, 99966307, 99976737, 99984089, 99989220, 99992765,
  99995190, 99996833,
].map(BigInt);
const ONE = 100_000_000n;

/** Chance of a market (10^-8) with `left` ms to go: distance over the deviation of that time. */
function chance(market, at, strike, left, deviationOfSecond) {
  const deviation = (deviationOfSecond * BigInt(Math.floor(Math.sqrt(Number(left) * 1000)))) / 1000n;
  const moved = ((at > strike ? at - strike : strike - at) * ONE) / strike;
  const isFar = deviation === 0n ? moved > 0n : moved >= deviation * 4n;
  const z = isFar ? 4000n : deviation === 0n ? 0n : (moved * 1000n) / deviation;
  const step = Number(z / 100n);
  const ahead = step >= 40 ? NORMAL[40] : NORMAL[step] + ((NORMAL[step + 1] - NORMAL[step]) * (z % 100n)) / 100n;
  return at >= strike === (market === 'UP') ? ahead : ONE - ahead;
}

function saleValue(r, bet, most) {
  const { sale, strike } = r.evidence;
  need(sale, `bet ${bet.bet}: nothing could be sold in this round`);
  const from = price(playOf(r) === 'in-round' ? bet.strike : strike.tick.price);
  const share = chance(bet.market, price(bet.price), from, ms(r.endAt) - ms(bet.endedAt), odds(sale.volatility));
  return (((most * share) / ONE) * (ONE - odds(sale.fee))) / ONE;
}

function checkTimes(r, bet) {
  const [start, end, close, at] = [r.startAt, r.endAt, r.betCloseAt, bet.at].map(ms);
  const isBefore = playOf(r) === 'price';
  need(at >= (isBefore ? start - (end - start) : start) && at < close, `bet ${bet.bet}: placed while no bets were taken`);
  if (bet.status !== 'SOLD' && bet.status !== 'CANCELLED')
    return need(bet.endedAt === undefined && bet.price === undefined, `bet ${bet.bet}: left early and yet settled`);
  const ended = ms(bet.endedAt);
  need(ended >= at, `bet ${bet.bet}: left before it came`);
  if (bet.status === 'CANCELLED')
    return need(playOf(r) !== 'in-round' && ended < close && bet.price === undefined, `bet ${bet.bet}: taken back too late`);
  const last = end - ((isBefore ? start : end) - close);
  need(playOf(r) !== 'power-ball' && ended >= start && ended < last, `bet ${bet.bet}: sold at a time when nothing is sold`);
}

const howOf = ({ status }) => (status === 'SOLD' || status === 'CANCELLED' ? status : 'SETTLED');
const isOfRow = (bet, row) => bet.market === row.market && bet.odds === row.odds && howOf(bet) === row.how;

function checkBet(r, bet) {
  const places = Number(r.decimals);
  need(
    r.markets.some((row) => isOfRow(bet, row)),
    `bet ${bet.bet}: no such market and odds`,
  );
  checkTimes(r, bet);
  const [stake, paid] = [decimal(bet.stake, places), decimal(bet.paid, places)];
  const most = (stake * odds(bet.odds)) / ONE;
  const how = howOf(bet) === 'SETTLED' ? ending(r, bet.market, bet.strike) : bet.status;
  const right = how === 'SOLD' ? saleValue(r, bet, most) : how === 'WON' ? most : how === 'LOST' ? 0n : stake;
  need(stake > 0n && bet.status === how && paid === right, `bet ${bet.bet}: ${bet.status} ${bet.paid}, by rule ${how} ${right}`);
}

function checkBets(r, bets) {
  const lines = [...bets]
    .sort((a, b) => (BigInt(a.bet) < BigInt(b.bet) ? -1 : 1))
    .map((b) => ['bet', 'market', 'stake', 'odds', 'at', 'status', 'paid', 'strike', 'endedAt', 'price'].map((f) => b[f] ?? '').join('|'));
  need(sha256(lines.join('\n')) === r.betsHash, 'not the bets that the record names');
  need(new Set(bets.map((bet) => ms(bet.bet))).size === bets.length, 'a bet stands twice');
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
  const isDraw = playOf(r) === 'power-ball';
  need(playOf(r) !== undefined, `unknown rule ${r.rule}`);
  need(r.evidence.kind === (isDraw ? 'draw' : 'price'), 'evidence of another rule');
  need(isDraw || r.evidence.ticksOf === 'trades' || r.evidence.ticksOf === 'mids', 'ticks of what?');
  need(ms(r.betCloseAt) < ms(playOf(r) === 'price' ? r.startAt : r.endAt), 'betting closed too late');
  need(ms(r.settledAt) >= ms(isDraw ? r.betCloseAt : r.endAt), 'settled before its end');
  need(new Set(r.markets.map((row) => `${row.market} ${row.odds} ${row.how}`)).size === r.markets.length, 'a market stands twice');
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

/** Checks as they are run: [name, '' or what is wrong, or 'missing' (not handed in) or 'unchecked' (not done here)]. */
function listOfChecks() {
  const results = [];
  const run = (name, check) => {
    try {
      const said = check();
      results.push([name, said === 'missing' || said === 'unchecked' ? said : '']);
    } catch (error) {
      results.push([name, error.message]);
    }
  };
  return { results, run };
}

function readText(file, run) {
  let r;
  run('hash', () => need(sha256(file.record) === file.hash, 'the hash is not that of the record'));
  run('spelling', () => {
    r = JSON.parse(file.record);
    need(canonical(r) === file.record, 'another spelling');
  });
  return r;
}

/** Every check of one round. */
export function verifyFile(file, previousText = file.previousRecord) {
  const { results, run } = listOfChecks();
  const r = readText(file, run);
  if (r === undefined) return results;
  if (file.tradeRoundId !== undefined)
    run('round', () => need(r.tradeRoundId === `${file.tradeRoundId}`, `not the record of round ${file.tradeRoundId}`));
  run('form', () => checkForm(r));
  run(r.evidence?.kind === 'draw' ? 'draw' : 'ticks and result', () => (r.evidence.kind === 'draw' ? checkDraw(r) : checkPriceResult(r)));
  if (r.evidence?.entropyOf?.kind === 'beacon') run('signature of the beacon', () => checkBeaconSigned(r.evidence.entropyOf));
  if (r.evidence?.signed?.length > 0) run('signed prices', () => r.evidence.signed.forEach((signed) => checkSigned(r, signed)));
  run('odds and sums', () => r.markets.forEach((row) => checkMarket(r, row)));
  run('bets', () => (file.bets === undefined ? 'missing' : checkBets(r, file.bets)));
  run('chain', () => checkChain(r, previousText));
  return results;
}

// A day as the site published it: heads of its chains, the opened seed, the day before.
function checkDayForm(d) {
  const at = Date.parse(`${d.day}T00:00:00.000Z`);
  need(d.format === 'maru-day-heads-1' && d.from === `${at}` && d.to === `${at + 86_400_000}`, 'times of another day');
  const ids = d.heads.map((head) => ms(head.tradeOptionId));
  need(
    ids.every((id, i) => i === 0 || id > ids[i - 1]),
    'options out of order',
  );
  for (const head of d.heads) need(isDigest(head.hash) && ms(head.number) >= ms(head.records), `head of option ${head.tradeOptionId}`);
  for (const each of d.coming) need(isDigest(each.seal) && Date.parse(each.day) > at, `seal of ${each.day}`);
}

function checkDaySeed({ seed }) {
  if (seed === null) return 'missing';
  need(isDigest(seed.seed) && sha256(Buffer.from(seed.seed, 'hex')) === seed.seal, 'the opened seed is not the sealed one');
}

function checkDayChain(d, previousText) {
  if (ms(d.number) === 1n) return need(d.previous === '0'.repeat(64) && previousText === undefined, 'the first day has none before it');
  if (previousText === undefined) return 'missing';
  need(sha256(previousText) === d.previous, 'the day before has another hash');
  const before = JSON.parse(previousText);
  need(before.site === d.site && ms(before.number) === ms(d.number) - 1n && before.day < d.day, 'a day was left out');
  const told = before.coming.find((each) => each.day === d.day);
  need(told === undefined || d.seed === null || told.seal === d.seed.seal, 'the day before told another seal of this day');
}

// Signatures of days (Ed25519): each key was signed by the one before, the last of them signed the day.
function needSigned(text, signature, publicKey, why) {
  need(isDigest(publicKey) && /^[0-9a-f]{128}$/.test(signature ?? ''), why);
  const x = Buffer.from(publicKey, 'hex').toString('base64url');
  const key = createPublicKey({ key: { kty: 'OKP', crv: 'Ed25519', x }, format: 'jwk' });
  need(verifySignature(null, Buffer.from(text), key, Buffer.from(signature, 'hex')), why);
}

function checkDaySignature({ record, signed }, known) {
  // Whoever names a key asks for a signature: a day stripped of its own must not pass for one of before there were any.
  need(signed !== undefined || known === undefined, 'it is not signed at all');
  if (signed === undefined) return 'missing';
  const { keys, signature } = signed;
  keys.forEach(({ number, publicKey, since, signature: handover }, i) => {
    const before = keys[i - 1] ?? { publicKey: '0'.repeat(64) };
    const text = `maru-day-key-1|${number}|${publicKey}|${since}|${before.publicKey}`;
    if (i === 0) return needSigned(text, handover, publicKey, 'the first key does not speak for itself');
    need(ms(number) === ms(before.number) + 1n && ms(since) >= ms(before.since), `key ${number}: not the one after ${before.number}`);
    needSigned(text, handover, before.publicKey, `key ${number} was not handed over by the one before`);
  });
  need(known === undefined || keys.some(({ publicKey }) => publicKey === known), 'none of its keys is the one you named');
  needSigned(`maru-day-signature-1|${sha256(record)}`, signature, keys[keys.length - 1]?.publicKey, 'not signed by the key of the site');
}

function checkHeads(d, records) {
  if (records.length === 0) return 'missing';
  for (const { r, text } of records) {
    const name = `option ${r.tradeOptionId}, record ${r.number}`;
    const head = d.heads.find((each) => each.tradeOptionId === r.tradeOptionId);
    const isOfTime = ms(r.settledAt) < ms(d.to);
    if (head === undefined) need(!isOfTime, `${name}: the day knows nothing of it`);
    else if (ms(r.number) === ms(head.number)) need(sha256(text) === head.hash, `${name}: another head was published`);
    else need(ms(r.number) < ms(head.number) === isOfTime, `${name}: beyond the published head`);
  }
}

function checkSeeds(d, records) {
  const draws = records.filter(({ r }) => r.evidence.kind === 'draw' && ms(r.startAt) >= ms(d.from) && ms(r.startAt) < ms(d.to));
  if (d.seed === null || draws.length === 0) return 'missing';
  for (const { r } of draws) {
    const text = `round|${d.siteNumber}|${ms(r.tradeOptionId) - 1n}|${ms(r.tradeRoundId) % 2n ** 32n}`;
    const seed = createHmac('sha256', Buffer.from(d.seed.seed, 'hex')).update(text).digest('hex');
    need(r.evidence.seed === null || r.evidence.seed === seed, `round ${r.tradeRoundId}: its seed is not the day's`);
    need(sha256(Buffer.from(seed, 'hex')) === r.evidence.seal, `round ${r.tradeRoundId}: its seal is not that of the day's seed`);
  }
}

export function verifyDay(file, files = [], known) {
  const { results, run } = listOfChecks();
  const d = readText(file, run);
  if (d === undefined) return results;
  // What is no record was said where it was read.
  const readable = files.filter((each) => formatOf(each) !== undefined);
  const records = readable.map(({ record }) => ({ r: JSON.parse(record), text: record })).filter(({ r }) => r.site === d.site);
  run('form', () => checkDayForm(d));
  run('seed of the day', () => checkDaySeed(d));
  run('signature', () => checkDaySignature(file, known));
  run('chain of days', () => checkDayChain(d, file.previousRecord));
  run('heads', () => checkHeads(d, records));
  run('seeds of draws', () => checkSeeds(d, records));
  return results;
}

// Spins of the slot whose seeds were opened: seal, reels and payout of each.
const SLOTS = {
  'maru-reels-1': {
    pays: [5000n, 1500n, 750n, 400n, 250n, 150n, 100n],
    reels: ['03636136245616450123525645254643', '53641542634635463013652545462012', '15416245650536562346235614342634'],
    lines: ['111', '000', '222', '012', '210'],
  },
};

function stopsOf(spin) {
  const client = sha256(spin.clientSeed);
  const block = createHmac('sha256', Buffer.from(spin.seed, 'hex')).update(`maru-slot-1|${spin.game}|${client}|${spin.nonce}|0`).digest();
  return [0, 4, 8].map((at) => block.readUInt32BE(at) % 32);
}

/** Hundredths of the stake: each line pays by itself, the first symbol stands for every other. */
function paysOf({ pays, reels, lines }, stops) {
  let sum = 0n;
  for (const line of lines) {
    const shown = [0, 1, 2].map((reel) => Number(reels[reel][(stops[reel] + Number(line[reel])) % 32]));
    const kinds = [...new Set(shown.filter((symbol) => symbol !== 0))];
    if (kinds.length <= 1) sum += pays[kinds[0] ?? 0];
  }
  return sum;
}

export function verifySpins({ decimals, spins }) {
  const { results, run } = listOfChecks();
  const seals = new Map();
  const seen = new Set();
  const each = (check) => () => spins.forEach((spin) => check(spin, (why) => fail(`spin ${spin.spinId}: ${why}`)));
  const sealed = (spin, wrong) => {
    if (!isDigest(spin.seed) || sha256(Buffer.from(spin.seed, 'hex')) !== spin.seal) wrong('the seed is not the sealed one');
    if ((seals.get(spin.serial) ?? spin.seal) !== spin.seal) wrong('another seal than before');
    seals.set(spin.serial, spin.seal);
    if (seen.has(`${spin.serial}|${spin.nonce}`)) wrong('its place was played before');
    seen.add(`${spin.serial}|${spin.nonce}`);
  };
  run('seals', each(sealed));
  run(
    'reels',
    each((spin, wrong) => stopsOf(spin).join() === spin.stops.join() || wrong(`the reels stop at ${stopsOf(spin).join(' ')}`)),
  );
  run(
    'payouts',
    each((spin, wrong) => {
      const game = SLOTS[spin.game] ?? wrong('no such game');
      const right = (decimal(spin.point, decimals) * paysOf(game, stopsOf(spin))) / 100n;
      if (decimal(spin.payout, decimals) !== right) wrong(`${spin.payout} was paid, by rule ${right} of the smallest unit`);
    }),
  );
  return results;
}

/** A file or a list of files, each the one after the other; `head`: the published hash of the last. */
export function verify(content, head) {
  const files = Array.isArray(content) ? content : [content];
  const all = files.map((file, i) => verifyFile(file, before(files, i) ?? file.previousRecord));
  if (head !== undefined) all.at(-1).push(['published head', files.at(-1).hash === head ? '' : 'another hash was published']);
  return all;
}

/** In a list: the record of the same option that comes before. */
function before(files, i) {
  const optionOf = (file) => /"tradeOptionId":"\d+"/.exec(file.record)?.[0];
  for (let at = i - 1; at >= 0; at--) if (optionOf(files[at]) === optionOf(files[i])) return files[at].record;
  return undefined;
}

/** What a site's call answered, or what was taken out of it. */
function unwrap(content) {
  const data = content?.status === 'success' ? content.data : content;
  return data?.published ?? data?.records ?? data;
}

/** The heads of a day that is not published: it is not over, or nothing was settled on it. */
const isUnpublished = (data) => data?.published === null && Array.isArray(data.now) && typeof data.date === 'string';

/** A page of a round's bets by itself. */
const isPage = (content) => content?.record === undefined && Array.isArray(content?.bets);

/** The round with its bets from pages, where it came without. */
function withPages(file, pages) {
  const own = pages.filter(({ tradeRoundId }) => file?.bets === undefined && roundOf(file) === `${tradeRoundId}`);
  return own.length === 0 ? file : { ...file, bets: own.flatMap(({ bets }) => bets) };
}

const roundOf = (file) => /"tradeRoundId":"(\d+)"/.exec(file?.record ?? '')?.[1];

/** Whether there is anything to check in what was handed in. */
function isKnown(content) {
  const isFile = (file) => typeof file?.record === 'string' && typeof file.hash === 'string';
  const data = unwrap(content);
  return (
    content?.format === 'maru-slot-spins-1' ||
    isUnpublished(data) ||
    isPage(data) ||
    (Array.isArray(data) ? data.length > 0 && data.every(isFile) : isFile(data))
  );
}

const formatOf = (file) => {
  try {
    return JSON.parse(file.record).format;
  } catch {
    return undefined;
  }
};

/** Everything that was handed in: a heading and the checks of each. Days are held against all rounds; `known`: a key that must lead to their signatures. */
export function verifyAll(contents, head, known) {
  const spins = contents.filter((content) => content?.format === 'maru-slot-spins-1');
  const out = spins.map((file) => [`${file.spins.length} spins`, verifySpins(file)]);
  const unwrapped = contents.filter((content) => !spins.includes(content)).map(unwrap);
  const others = unwrapped.filter((data) => !isUnpublished(data));
  const pages = others.filter(isPage);
  const lists = others.filter((content) => !isPage(content)).map((content) => [content].flat().map((file) => withPages(file, pages)));
  const rounds = lists.map((list) => list.filter((file) => formatOf(file) !== 'maru-day-heads-1'));
  rounds.forEach((list, i) => {
    if (list.length === 0) return;
    const isLast = rounds.slice(i + 1).every((later) => later.length === 0);
    verify(list, isLast ? head : undefined).forEach((results, at) => out.push([headingOf(list[at]), results]));
  });
  const days = lists.flat().filter((file) => formatOf(file) === 'maru-day-heads-1');
  for (const file of days) out.push([headingOf(file), verifyDay(file, rounds.flat(), known)]);
  for (const { date } of unwrapped.filter(isUnpublished)) out.push([`day ${date}`, [['published day', 'missing']]]);
  // What was named and met nothing was not checked, and says so.
  if (head !== undefined && rounds.flat().length === 0) out.push(['--head', [['published head', 'there is no round to hold it against']]]);
  if (known !== undefined && days.length === 0) out.push(['--key', [['signature', 'there is no published day to hold it against']]]);
  return out;
}

function headingOf(file) {
  try {
    const r = JSON.parse(file.record);
    return r.day === undefined ? `round ${r.tradeRoundId} (${r.code}, ${r.result}), record ${r.number}` : `day ${r.day}`;
  } catch {
    return 'no record';
  }
}

const USAGE = `node verify-round.mjs <file.json> … [--head <hash>] [--key <public key>]
Rounds, lists of rounds in order, pages of a round's bets beside it, published days (checked against the rounds beside them), and
spins of the slot.`;

/** What is in a file; undefined: it was said why there is nothing to check in it. */
function contentOf(path) {
  const say = (why) => void console.log(`${path}\n  WRONG     ${why}`);
  let text;
  try {
    text = readFileSync(path, 'utf8');
  } catch (error) {
    return say(error.code === 'ENOENT' ? 'there is no such file' : `it cannot be read (${error.code})`);
  }
  let content;
  try {
    content = JSON.parse(text);
  } catch {
    return say('it is not JSON: hand in the file that the site saved, or what one of its calls answered');
  }
  if (content?.status === 'fail') return say(`the site answered ${content.code ?? 'an error'}: ${content.message ?? ''}`);
  return isKnown(content) ? content : say('there is no round, no published day, no page of bets and no spin in it');
}

function main(words) {
  const after = (flag) => (words.includes(flag) ? (words[words.indexOf(flag) + 1] ?? '--') : undefined);
  const [head, key] = [after('--head'), after('--key')];
  const paths = words.filter((word, i) => !['--head', '--key'].includes(word) && !['--head', '--key'].includes(words[i - 1]));
  if (paths.length === 0 || [...paths, head, key].some((word) => word?.startsWith('--'))) {
    console.error(USAGE);
    return 2;
  }
  const contents = paths.map(contentOf).filter((content) => content !== undefined);
  let wrong = paths.length - contents.length;
  for (const [heading, results] of verifyAll(contents, head, key)) {
    console.log(heading);
    for (const [name, why] of results) {
      const word = { '': 'ok       ', missing: 'not given', unchecked: 'NOT DONE ' }[why] ?? 'WRONG    ';
      if (word.startsWith('WRONG')) wrong++;
      console.log(`  ${word} ${name}${word.startsWith('WRONG') ? `: ${why}` : ''}`);
    }
  }
  console.log(wrong === 0 ? 'Nothing is wrong.' : `${wrong} checks failed.`);
  return wrong === 0 ? 0 : 1;
}

if (process.argv[1] !== undefined && import.meta.url === pathToFileURL(process.argv[1]).href)
  process.exitCode = main(process.argv.slice(2));
