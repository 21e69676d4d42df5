#!/usr/bin/env node
// Checks a proof of liabilities with nothing but Node (18 or newer): node verify-liabilities.mjs <file.json> … [--member <number>] [--key <public key>]
//
// A file is a branch that a member saved, or what the site's public list answered (/api/public/liabilities?coin=…). Hashes and sums are worked out
// again from the leaves up to the root, the root is held against the published record, every record against its signature and the one before.
// --member: your number, which the branch must be of. --key: a public key of the site that you noted. This file shares no line with the site's own code.
import { createHash, createPublicKey, verify as verifySignature } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { pathToFileURL } from 'node:url';

const sha256 = (data) => createHash('sha256').update(data).digest();
const hexOf = (text) => sha256(text).toString('hex');
const fail = (why) => {
  throw new Error(why);
};
const need = (condition, why) => condition || fail(why);
const isDigest = (text) => typeof text === 'string' && /^[0-9a-f]{64}$/.test(text);
const whole = (text, what) =>
  typeof text === 'string' && /^(0|[1-9]\d{0,15})$/.test(text) ? BigInt(text) : fail(`${what} is no whole number`);

const FIELDS = ['site', 'siteNumber', 'coin', 'decimals', 'number', 'at', 'sequence', 'depth', 'sum', 'below', 'root', 'previous'];
const NOTHING = '0'.repeat(64);

/** The one line that a site publishes of each proof. */
function readRecord(text) {
  const words = typeof text === 'string' ? text.split('|') : [];
  need(words.shift() === 'maru-liabilities-1' && words.length === FIELDS.length, 'it is no record of liabilities');
  const record = Object.fromEntries(FIELDS.map((field, i) => [field, words[i]]));
  need(/^[a-z0-9-]+$/.test(record.site) && /^[A-Z0-9_]+$/.test(record.coin), 'no name of a site and a coin');
  for (const field of ['siteNumber', 'decimals', 'number', 'at', 'sequence', 'depth', 'sum', 'below']) whole(record[field], field);
  need(isDigest(record.root) && isDigest(record.previous), 'a root or a hash before that is none');
  need(BigInt(record.number) > 0n && BigInt(record.depth) > 0n && BigInt(record.depth) < 64n, 'no such proof');
  return record;
}

// Nodes: a hash and a sum of eight bytes. Both of each child are hashed.
const word = (value) => {
  const bytes = Buffer.alloc(8);
  bytes.writeBigUInt64BE(value);
  return bytes;
};
const leafOf = (salt, member, part, amount) => [
  sha256(Buffer.concat([Buffer.of(0), Buffer.from(salt, 'hex'), word(member), Buffer.of(part), word(amount)])),
  amount,
];
const parentOf = ([leftHash, leftSum], [rightHash, rightSum]) => [
  sha256(Buffer.concat([Buffer.of(1), leftHash, word(leftSum), rightHash, word(rightSum)])),
  leftSum + rightSum,
];

const PARTS = 4;

/** What all leaves of the branch hold together; each leads to the record's root and sum. */
function checkParts(branch, record) {
  need(branch.format === 'maru-liability-branch-1', 'it is no branch');
  need(isDigest(branch.salt), 'its salt is none');
  const member = whole(branch.member, 'the member');
  need(Array.isArray(branch.parts) && branch.parts.length === PARTS, `there are not ${PARTS} leaves`);
  const all = BigInt(record.sum);
  const places = new Set();
  let total = 0n;
  branch.parts.forEach((part, i) => {
    const amount = whole(part.amount, `leaf ${i + 1}`);
    let place = whole(part.place, `the place of leaf ${i + 1}`);
    need(place < 2n ** BigInt(record.depth) && !places.has(place), `leaf ${i + 1} lies where another does, or nowhere`);
    places.add(place);
    need(
      Array.isArray(part.path) && BigInt(part.path.length) === BigInt(record.depth),
      `the way of leaf ${i + 1} is not as long as the tree is deep`,
    );
    let node = leafOf(branch.salt, member, i, amount);
    for (const [hash, sum] of part.path) {
      need(isDigest(hash), `a neighbour of leaf ${i + 1} has no hash`);
      const other = [Buffer.from(hash, 'hex'), whole(sum, `a neighbour of leaf ${i + 1}`)];
      need(other[1] <= all, `a neighbour of leaf ${i + 1} holds more than all`);
      node = place % 2n === 0n ? parentOf(node, other) : parentOf(other, node);
      place /= 2n;
    }
    need(node[0].toString('hex') === record.root, `leaf ${i + 1} does not lead to the root`);
    need(node[1] === all, `leaf ${i + 1} leads to another sum`);
    total += amount;
  });
  need(total <= all, 'the leaves hold more than all');
  return total;
}

// Signatures (Ed25519): each key was signed by the one before, the last of them signed the record.
function needSigned(text, signature, publicKey, why) {
  need(isDigest(publicKey) && typeof signature === 'string' && /^[0-9a-f]{128}$/.test(signature), why);
  const key = createPublicKey({
    key: { kty: 'OKP', crv: 'Ed25519', x: Buffer.from(publicKey, 'hex').toString('base64url') },
    format: 'jwk',
  });
  need(verifySignature(null, Buffer.from(text), key, Buffer.from(signature, 'hex')), why);
}

function checkSignature({ record, signed }, known) {
  if (signed === undefined || signed === null) return known === undefined ? 'missing' : fail('it is not signed at all');
  const { signature, keys } = signed;
  need(Array.isArray(keys) && keys.length > 0, 'no key');
  keys.forEach(({ number, publicKey, since, signature: by }, i) => {
    const before = keys[i - 1];
    const isNext = before === undefined || (Number(number) === Number(before.number) + 1 && Number(since) >= Number(before.since));
    need(isNext, `key ${number} does not follow key ${before?.number}`);
    const text = `maru-day-key-1|${number}|${publicKey}|${since}|${before?.publicKey ?? NOTHING}`;
    needSigned(text, by, before?.publicKey ?? publicKey, `key ${number} was not signed by the one before`);
  });
  need(known === undefined || keys.some(({ publicKey }) => publicKey === known), 'no key that you noted leads to it');
  needSigned(
    `maru-liabilities-signature-1|${hexOf(record)}`,
    signature,
    keys[keys.length - 1].publicKey,
    'not signed by the key of the site',
  );
  return '';
}

const attempt = (work) => {
  try {
    return work() ?? '';
  } catch (error) {
    return error.message;
  }
};

function amountOf(units, decimals) {
  const digits = String(units).padStart(Number(decimals) + 1, '0');
  const at = digits.length - Number(decimals);
  return Number(decimals) === 0 ? digits : `${digits.slice(0, at)}.${digits.slice(at)}`;
}

function checkRecord(file, known) {
  const record = attempt(() => void readRecord(file.record));
  return [
    ['record', record],
    ['hash', attempt(() => void need(hexOf(file.record) === file.hash, 'the record has another hash'))],
    ['signature', attempt(() => checkSignature(file, known))],
  ];
}

/** A member's branch, and the published records of its site that were handed in beside it. */
export function verifyBranch(branch, published = [], member = undefined, known = undefined) {
  const checks = checkRecord(branch, known);
  if (checks[0][1] !== '') return checks;
  const record = readRecord(branch.record);
  const own = published.filter((file) => file.hash === branch.hash || sameProof(file, record));
  const isMet = () =>
    void need(
      own.every((file) => file.record === branch.record),
      'the site published another record of this proof',
    );
  let total;
  checks.push(['leaves', attempt(() => void (total = checkParts(branch, record)))]);
  checks.push([
    'member',
    member === undefined ? 'missing' : attempt(() => void need(branch.member === member, 'it is the branch of somebody else')),
  ]);
  checks.push(['published', own.length === 0 ? 'missing' : attempt(isMet)]);
  if (total !== undefined)
    checks.push([`balance ${amountOf(total, record.decimals)} of ${amountOf(record.sum, record.decimals)} ${record.coin}`, '']);
  return checks;
}

function sameProof(file, record) {
  try {
    const other = readRecord(file.record);
    return ['site', 'coin', 'number'].every((field) => other[field] === record[field]);
  } catch {
    return false;
  }
}

/** A published record, and the one before it where it was handed in. */
export function verifyRecord(file, published = [], known = undefined) {
  const checks = checkRecord(file, known);
  if (checks[0][1] !== '') return checks;
  const record = readRecord(file.record);
  const number = BigInt(record.number);
  if (number === 1n) return [...checks, ['chain', record.previous === NOTHING ? '' : 'the first names one before it']];
  const before = published.find((one) => sameProof(one, { ...record, number: String(number - 1n) }));
  const isNext = () => {
    need(hexOf(before.record) === record.previous, 'the proof before has another hash');
    need(BigInt(readRecord(before.record).sequence) <= BigInt(record.sequence), 'the proof before is of a later sequence');
  };
  return [...checks, ['chain', before === undefined ? 'missing' : attempt(() => void isNext())]];
}

/** Everything that was handed in: a heading and the checks of each. */
export function verifyAll(contents, member = undefined, known = undefined) {
  const data = contents.map((content) => (content?.status === 'success' ? content.data : content)).filter((each) => each !== null);
  const published = data.flatMap((each) => each?.content ?? (isBranch(each) ? [] : each)).flat();
  const branches = data.filter(isBranch);
  return [
    ...branches.map((branch) => [`branch of member ${branch.member}`, verifyBranch(branch, published, member, known)]),
    ...published.map((file) => [headingOf(file), verifyRecord(file, published, known)]),
  ];
}

const isBranch = (data) => Array.isArray(data?.parts);
const isFile = (file) => typeof file?.record === 'string' && typeof file.hash === 'string';

function headingOf(file) {
  try {
    const { coin, number, at } = readRecord(file.record);
    return `${coin}, proof ${number} of ${new Date(Number(at)).toISOString()}`;
  } catch {
    return 'no record';
  }
}

/** What is in a file; undefined: it was said why there is nothing to check in it. */
function contentOf(path) {
  const say = (why) => void console.log(`${path}\n  WRONG     ${why}`);
  let content;
  try {
    content = JSON.parse(readFileSync(path, 'utf8'));
  } catch (error) {
    return say(error.code === 'ENOENT' ? 'there is no such file' : `it cannot be read (${error.code ?? 'no JSON'})`);
  }
  const data = content?.status === 'success' ? content.data : content;
  const files = data?.content ?? (Array.isArray(data) ? data : [data]);
  return files.length > 0 && files.every(isFile) ? content : say('there is no branch and no published record in it');
}

function main(words) {
  const after = (flag) => (words.includes(flag) ? (words[words.indexOf(flag) + 1] ?? '--') : undefined);
  const [member, key] = [after('--member'), after('--key')];
  const paths = words.filter((each, i) => !['--member', '--key'].includes(each) && !['--member', '--key'].includes(words[i - 1]));
  if (paths.length === 0 || [...paths, member, key].some((each) => each?.startsWith('--'))) {
    console.error('node verify-liabilities.mjs <branch.json> [published.json …] [--member <your number>] [--key <public key>]');
    return 2;
  }
  const contents = paths.map(contentOf).filter((content) => content !== undefined);
  let wrong = paths.length - contents.length;
  for (const [heading, checks] of verifyAll(contents, member, key)) {
    console.log(heading);
    for (const [name, why] of checks) {
      const said = why === '' ? 'ok       ' : why === 'missing' ? 'not given' : 'WRONG    ';
      if (said.startsWith('WRONG')) wrong++;
      console.log(`  ${said} ${name}${said.startsWith('WRONG') ? `: ${why}` : ''}`);
    }
  }
  console.log(wrong === 0 ? 'Nothing is wrong.' : `${wrong} checks failed.`);
  return wrong === 0 ? 0 : 1;
}

if (process.argv[1] !== undefined && import.meta.url === pathToFileURL(process.argv[1]).href)
  process.exitCode = main(process.argv.slice(2));
