// A stand-in for drand, for tests and for trying things out: the same HTTP interface and real BLS signatures, by a key of its own.
//
// It says what it is: its beacon's name is "maru-stand-in", its chain's hash is none of the public networks. One key alone knows all its
// rounds beforehand, so what was drawn with it proves nothing about chance; drand's key is shared by many who would have to conspire.
import { createHash, randomBytes } from 'node:crypto';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { bls12_381 as curve } from '@noble/curves/bls12-381.js';
import type { BeaconInfo } from '../evidence.ts';
import { beaconMessage, beaconRoundAfter, chainHashOf } from '../evidence-beacon.ts';
import { SIGNATURE_DOMAIN } from '../evidence-beacon-signed.ts';

export const STAND_IN_ID = 'maru-stand-in';

export interface BeaconStandIn {
  /** As MARU_BEACON_URL says it. */
  readonly url: string;
  /** Rounds are answered while it is open; else nothing is there. */
  setOpen(isOpen: boolean): void;
  close(): Promise<void>;
}

/** A round of the stand-in, as drand answers it. */
function signed(secret: Uint8Array, round: number) {
  const { shortSignatures } = curve;
  const point = shortSignatures.sign(shortSignatures.hash(beaconMessage(round, null), SIGNATURE_DOMAIN.G1), secret);
  const signature = Buffer.from(point.toBytes(true));
  return { round, randomness: createHash('sha256').update(signature).digest('hex'), signature: signature.toString('hex') };
}

export async function openBeaconStandIn({ port = 0, now = Date.now }: { port?: number; now?(): number } = {}): Promise<BeaconStandIn> {
  const secret = curve.shortSignatures.keygen().secretKey;
  const info: BeaconInfo = {
    chain: '',
    publicKey: Buffer.from(curve.shortSignatures.getPublicKey(secret).toBytes(true)).toString('hex'),
    periodSeconds: '3',
    genesisSeconds: '1700000000',
    groupHash: randomBytes(32).toString('hex'),
    scheme: 'bls-unchained-g1-rfc9380',
    beaconId: STAND_IN_ID,
  };
  info.chain = chainHashOf(info);
  let isOpen = true;
  const answers = (path: string): object | undefined => {
    const [, chain, what, number] = path.split('/');
    if (path === '/chains') return [info.chain];
    if (chain !== info.chain) return undefined;
    if (what === 'info') return infoAnswer(info);
    const latest = beaconRoundAfter(info, now()) - 1;
    const round = number === 'latest' ? latest : Number(number);
    const isThere = isOpen && what === 'public' && Number.isSafeInteger(round) && round >= 1 && round <= latest;
    return isThere ? signed(secret, round) : undefined;
  };
  const server = createServer((request, response) => {
    const answer = answers(request.url ?? '');
    response.writeHead(answer === undefined ? 404 : 200, { 'content-type': 'application/json', 'x-stand-in': STAND_IN_ID });
    response.end(JSON.stringify(answer ?? { error: 'not there' }));
  });
  await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/${info.chain}`,
    setOpen(open) {
      isOpen = open;
    },
    async close() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

const infoAnswer = ({ publicKey, periodSeconds, genesisSeconds, chain, groupHash, scheme, beaconId }: BeaconInfo): object => ({
  public_key: publicKey,
  period: Number(periodSeconds),
  genesis_time: Number(genesisSeconds),
  hash: chain,
  groupHash,
  schemeID: scheme,
  metadata: { beaconID: beaconId },
});
