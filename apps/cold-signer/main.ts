#!/usr/bin/env node
// The offline tool of cold storage: one file for a machine without a network. It keeps a sealed key, shows what an order does, and signs it.
import { readFileSync, writeFileSync } from 'node:fs';
import { isAddress, isDemoAddress } from '@maru/chains/address/is-address.ts';
import { readOrder, writeSigned } from '@maru/chains/cold-order.ts';
import { type Asker, openAsker } from './ask.ts';
import { askNewKey, PASSPHRASE, sayWords } from './ask-key.ts';
import { showOrder, signOrder } from './check-order.ts';
import { addressesOf, type ColdKey, eosKeyOf, isChain, readKey, writeKey } from './key-file.ts';

const say = (text: string) => void process.stdout.write(`${text}\n`);

const USAGE = `cold-signer: 네트워크가 없는 컴퓨터에서 콜드 지갑의 키를 지키고 서명해요 · keeps the key of cold storage on a machine without a network, and signs

  new <key file> [--demo]                 키 만들기 · make a key, or take one from its words
  addresses <key file>                    주소 보기 · its addresses, for the desk
  allow <key file> <chain> <address>      받는 주소 더하기 · let it pay a hot address of the site
  eos <key file> <account>                EOS 계정 이름 · the name of its account on EOS
  show <order file>                       파일이 무엇을 하는지 보기 · what a file does, read from its bytes
  sign <key file> <order file> <code>     서명하기 · sign it; the code is read from the desk`;

async function make(asker: Asker, path: string, isDemo: boolean): Promise<void> {
  const { seed, passphrase, made } = await askNewKey(asker);
  const key: ColdKey = { network: isDemo ? 'demo' : 'main', seed: seed.toString('hex'), allowed: {} };
  writeKey(path, passphrase, key, true);
  sayWords(made, say);
  sayAddresses(key);
}

function sayAddresses(key: ColdKey): void {
  for (const [chain, address] of Object.entries(addressesOf(key))) say(`${chain} ${address ?? '-'}`);
  say(`EOS key ${eosKeyOf(key)}`);
  for (const [chain, allowed] of Object.entries(key.allowed)) say(`${chain} → ${allowed.join(', ')}`);
}

async function change(asker: Asker, path: string, by: (key: ColdKey) => ColdKey): Promise<void> {
  const passphrase = await asker.secret(PASSPHRASE);
  const key = by(readKey(path, passphrase));
  writeKey(path, passphrase, key, false);
  sayAddresses(key);
}

function allow(key: ColdKey, chain: string, address: string): ColdKey {
  const isGood = isChain(chain) && (isAddress(chain, address) || (key.network === 'demo' && isDemoAddress(chain, address)));
  if (!isGood) throw new Error(`${chain}의 주소가 아니에요 · ${address} is no address of ${chain}`);
  return { ...key, allowed: { ...key.allowed, [chain]: [...new Set([...(key.allowed[chain] ?? []), address])] } };
}

async function sign(asker: Asker, keyPath: string, orderPath: string, code: string): Promise<void> {
  const read = readOrder(readFileSync(orderPath, 'utf8'));
  for (const line of showOrder(read)) say(line);
  const key = readKey(keyPath, await asker.secret(PASSPHRASE));
  const { raw, hash } = signOrder(read, { key, code, now: Date.now() });
  const answer = await asker.ask('이대로 서명할까요? yes · sign just this? yes');
  if (answer.toLowerCase() !== 'yes') throw new Error('서명하지 않았어요 · nothing was signed');
  const target = `${orderPath.replace(/\.json$/, '')}.signed.json`;
  writeFileSync(target, writeSigned({ format: 'maru-cold-signed-1', order: read.hash, raw, txHash: hash }), { mode: 0o600 });
  say(`${target} ${hash}`);
}

async function run(asker: Asker, [command, ...rest]: string[]): Promise<void> {
  const [first, second, third] = rest.filter((word) => !word.startsWith('--'));
  if (first === undefined) throw new Error(USAGE);
  if (command === 'new') return make(asker, first, rest.includes('--demo'));
  if (command === 'addresses') return sayAddresses(readKey(first, await asker.secret(PASSPHRASE)));
  if (command === 'show') return showOrder(readOrder(readFileSync(first, 'utf8'))).forEach(say);
  if (second === undefined) throw new Error(USAGE);
  if (command === 'eos') return change(asker, first, (key) => ({ ...key, eosAccount: second }));
  if (third === undefined) throw new Error(USAGE);
  if (command === 'allow') return change(asker, first, (key) => allow(key, second, third));
  if (command === 'sign') return sign(asker, first, second, third);
  throw new Error(USAGE);
}

const asker = openAsker();
run(asker, process.argv.slice(2))
  .catch((error: unknown) => {
    process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
    process.exitCode = 1;
  })
  .finally(() => asker.close());
