// A day's file signed by keys made for a test: the second took over from the first.
import { generateKeyPairSync, type KeyObject, sign } from 'node:crypto';
import { type DayKey, dayKeyText, daySignatureText, NO_KEY } from '../day-key.ts';
import type { DayFile } from '../evidence-day.ts';

const pairOf = () => {
  const { publicKey, privateKey } = generateKeyPairSync('ed25519');
  return { publicKey: Buffer.from(publicKey.export({ format: 'jwk' }).x ?? '', 'base64url').toString('hex'), privateKey };
};
const signed = (text: string, key: KeyObject) => sign(null, Buffer.from(text), key).toString('hex');

export function signedDay(file: DayFile): DayFile & Required<Pick<DayFile, 'signed'>> {
  const [one, other] = [pairOf(), pairOf()];
  const begun = { number: '1', publicKey: one.publicKey, since: '1000' };
  const first: DayKey = { ...begun, signature: signed(dayKeyText(begun, NO_KEY), one.privateKey) };
  const next = { number: '2', publicKey: other.publicKey, since: '2000' };
  const keys = [first, { ...next, signature: signed(dayKeyText(next, one.publicKey), one.privateKey) }];
  return { ...file, signed: { signature: signed(daySignatureText(file.hash), other.privateKey), keys } };
}
