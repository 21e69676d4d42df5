// Asks for a new key: its recovery words or new ones, and a passphrase twice.
import { generateMnemonic, mnemonicToSeedSync, validateMnemonic } from '@scure/bip39';
import { wordlist } from '@scure/bip39/wordlists/english.js';
import type { Asker } from './ask.ts';

export const PASSPHRASE = '키 파일 암호 · passphrase of the key file';
const LEAST_PASSPHRASE = 12;
const PHRASE_BITS = 256;

export interface NewKey {
  seed: Buffer;
  passphrase: string;
  /** Words that were made now, to be written down; undefined: the person had them. */
  made: string | undefined;
}

export async function askNewKey(asker: Asker, words = PASSPHRASE): Promise<NewKey> {
  const given = (await asker.secret('복구 문구 12~24단어, 새로 만들려면 빈 줄 · recovery words, or an empty line for new ones'))
    .trim()
    .toLowerCase();
  const phrase = given === '' ? generateMnemonic(wordlist, PHRASE_BITS) : given.split(/\s+/).join(' ');
  if (!validateMnemonic(phrase, wordlist)) throw new Error('복구 문구가 맞지 않아요 · these are no recovery words');
  const passphrase = await asker.secret(words);
  if (passphrase.length < LEAST_PASSPHRASE)
    throw new Error(`암호는 ${LEAST_PASSPHRASE}자 이상이어야 해요 · a passphrase has ${LEAST_PASSPHRASE} characters at least`);
  if ((await asker.secret('한 번 더 · once more')) !== passphrase) throw new Error('두 암호가 달라요 · the two are not the same');
  return { seed: Buffer.from(mnemonicToSeedSync(phrase)), passphrase, made: given === '' ? phrase : undefined };
}

export function sayWords(made: string | undefined, say: (text: string) => void): void {
  if (made !== undefined) say(`종이에 적어 두세요. 다시 보여 주지 않아요 · write these down on paper, they are not shown again:\n${made}`);
}
