// An authenticator in software for tests: makes a passkey (ES256, no attestation) and signs challenges, honestly or as it is told to lie.
import { createHash, createSign, generateKeyPairSync, randomBytes } from 'node:crypto';

const sha256 = (data: Buffer | string) => createHash('sha256').update(data).digest();
const text = (data: Buffer) => data.toString('base64url');

interface Lies {
  origin?: string;
  host?: string;
  /** User verified: PIN or finger. */
  isVerified?: boolean;
  counter?: number;
  userHandle?: string;
}

const PRESENT = 1;
const VERIFIED = 4;
const ATTESTED = 64;

export function softPasskey(origin: string) {
  const host = new URL(origin).hostname;
  const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const { x, y } = publicKey.export({ format: 'jwk' }) as { x: string; y: string };
  const id = randomBytes(16);
  let counter = 0;
  let handle = 'AAAA';

  const clientData = (type: string, challenge: string, lies: Lies) =>
    Buffer.from(JSON.stringify({ type, challenge, origin: lies.origin ?? origin, crossOrigin: false }));
  const head = (flags: number, lies: Lies) => {
    const count = Buffer.alloc(4);
    count.writeUInt32BE(lies.counter ?? ++counter);
    const verified = lies.isVerified === false ? 0 : VERIFIED;
    return Buffer.concat([sha256(lies.host ?? host), Buffer.from([flags | verified]), count]);
  };
  return {
    id: text(id),
    /** What `navigator.credentials.create` answers. */
    make(options: { challenge: string; user: { id: string } }, lies: Lies = {}) {
      handle = options.user.id;
      const point = (n: number, value: string) => Buffer.concat([Buffer.from([n, 0x58, 32]), Buffer.from(value, 'base64url')]);
      const cose = Buffer.concat([Buffer.from([0xa5, 1, 2, 3, 0x26, 0x20, 1]), point(0x21, x), point(0x22, y)]);
      const authData = Buffer.concat([head(PRESENT | ATTESTED, lies), Buffer.alloc(16), Buffer.from([0, id.length]), id, cose]);
      const attestation = Buffer.concat([
        Buffer.from([0xa3, 0x63]),
        Buffer.from('fmt'),
        Buffer.from([0x64]),
        Buffer.from('none'),
        Buffer.from([0x67]),
        Buffer.from('attStmt'),
        Buffer.from([0xa0, 0x68]),
        Buffer.from('authData'),
        Buffer.from([0x58, authData.length]),
        authData,
      ]);
      const response = {
        clientDataJSON: text(clientData('webauthn.create', options.challenge, lies)),
        attestationObject: text(attestation),
        transports: ['internal'],
      };
      return { id: text(id), rawId: text(id), type: 'public-key' as const, response };
    },
    /** What `navigator.credentials.get` answers. */
    sign({ challenge }: { challenge: string }, lies: Lies = {}) {
      const data = clientData('webauthn.get', challenge, lies);
      const authData = head(PRESENT, lies);
      const signature = createSign('SHA256')
        .update(Buffer.concat([authData, sha256(data)]))
        .sign(privateKey);
      const response = {
        clientDataJSON: text(data),
        authenticatorData: text(authData),
        signature: text(signature),
        userHandle: lies.userHandle ?? handle,
      };
      return { id: text(id), rawId: text(id), type: 'public-key' as const, response };
    },
  };
}
