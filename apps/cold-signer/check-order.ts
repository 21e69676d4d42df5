// What an order says and does, decoded from its own bytes, and everything that is asked before the key signs it.
import { type ColdOrder, codeOf, insistPays, type readOrder, unsignedOf } from '@maru/chains/cold-order.ts';
import { coldNetworks, ownDecimals, signingOfOrder } from '@maru/chains/cold-signing.ts';
import type { Decoded, Signed } from '@maru/chains/chain.ts';
import { addressesOf, type ColdKey, eosKeyOf, pathOf, privateKeys } from './key-file.ts';

type Read = ReturnType<typeof readOrder>;

const insist = (isTrue: boolean, ko: string, en: string) => {
  if (!isTrue) throw new Error(`${ko} · ${en}`);
};

/** Throws where the bytes do anything else than the order says. */
export function decodeOrder(order: ColdOrder): Decoded {
  const decoded = signingOfOrder(order, {}).decode(unsignedOf(order, 'cold'));
  insistPays(order, decoded);
  return decoded;
}

/** Lines for a person, each figure from the bytes that would be signed. */
export function showOrder({ order, hash }: Read): string[] {
  const { payments, from, change, feeLimit } = decodeOrder(order);
  const { chain, network, coin, site, move, until, agreedBy } = order;
  const [{ to, amount }] = payments;
  const line = (ko: string, en: string, value: string) => `${ko} · ${en}: ${value}`;
  return [
    line('사이트와 번호', 'site and number', `${site} ${move}`),
    line('네트워크', 'network', `${chain} ${network}`),
    line('보내는 주소', 'from', from.join(', ')),
    line('받는 주소', 'to', to),
    line('금액', 'amount', `${decimalOf(amount, coin.decimals)} ${coin.code}${coin.contract === null ? '' : ` (${coin.contract})`}`),
    ...change.map((one) => line('거스름', 'change', `${decimalOf(one.amount, coin.decimals)} → ${one.address}`)),
    line('수수료 한도', 'fee at most', `${decimalOf(feeLimit, ownDecimals[chain])} ${chain}`),
    line('승인한 사람', 'agreed by', agreedBy.join(', ')),
    line('기한', 'until', new Date(until).toISOString()),
    line('확인 코드', 'code', codeOf(hash)),
  ];
}

function decimalOf(amount: bigint, decimals: number): string {
  const digits = String(amount).padStart(decimals + 1, '0');
  return decimals === 0 ? digits : `${digits.slice(0, -decimals)}.${digits.slice(-decimals)}`;
}

interface Given {
  key: ColdKey;
  /** As it was read from the desk: of the file that two persons agreed to. */
  code: string;
  now: number;
}

export function signOrder(read: Read, { key, code, now }: Given): Signed {
  const { order, hash } = read;
  const { chain, network, from, to, until } = order;
  insist(
    code.replaceAll(/[^0-9a-f]/gi, '').toLowerCase() === codeOf(hash).replaceAll('-', ''),
    '확인 코드가 운영 화면의 것과 달라요',
    'the code is not that of this file: it is another one than the desk shows',
  );
  insist(
    network === coldNetworks[key.network][chain],
    `${chain} ${network}은 이 키의 네트워크가 아니에요`,
    `this key is not for ${chain} ${network}`,
  );
  insist(from === addressesOf(key)[chain], `${from}은 이 키의 주소가 아니에요`, `${from} is not an address of this key`);
  insist(
    key.allowed[chain]?.includes(to) === true,
    `${to}은 허용한 받는 주소가 아니에요. 먼저 allow로 더하세요`,
    `${to} is not among the addresses that this key pays: add it with allow first`,
  );
  insist(now < until, '파일의 기한이 지났어요', 'the time of this file is over');
  decodeOrder(order);
  const signing = signingOfOrder(order, { [from]: eosKeyOf(key) });
  const unsigned = unsignedOf(order, pathOf(chain));
  return signing.verify(unsigned, signing.sign(unsigned, privateKeys(key)).raw);
}
