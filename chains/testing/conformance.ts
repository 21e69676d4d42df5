// What every adapter must do, over a node that can mine, reorganise and lie: one suite for all chains.
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type {
  ChainName,
  ChainReader,
  Reservation,
  Incoming,
  Keys,
  Preparer,
  PrepareOptions,
  Signed,
  Signing,
  Source,
  Watched,
} from '../chain.ts';

/** A node of the test's own: nothing happens on it by itself. */
export interface TestNode {
  mine(blocks?: number): Promise<void>;
  /** Pays from a purse of the node's own; the hash. It is carried out with the next block. */
  send(to: string, coin: string, amount: bigint, memo: string | null): Promise<string>;
  /** Takes the newest blocks away and mines as many others, and one more, without what stood in them. Not on chains where nothing can be undone. */
  reorganise?(depth: number): Promise<void>;
  close(): Promise<void>;
}

/** `parent`, `amount`: a plain lie about a block or a deposit. The others are answers that no node of the kind gives. */
export const lies = ['not JSON', 'another shape', 'parent', 'amount', 'another hash for what was sent'] as const;
export type Lie = (typeof lies)[number];

export interface ChainUnderTest {
  chain: ChainName;
  node: TestNode;
  reader: ChainReader;
  preparer: Preparer;
  signing: Signing;
  keys: Keys;
  /** What the tests pay from: has enough of each coin, confirmed. */
  hot: Source;
  change?: string;
  /** Watched addresses of ours, never used before; with a memo where the chain has them. */
  deposit: { to: string; memo: string | null };
  /** Nobody's that is watched. */
  stranger: string;
  /** Coins with an amount that is above every minimum. */
  coins: { code: string; amount: bigint }[];
  /** A reader over the same node, whose answers somebody changes on the way. */
  openLiar(lie: Lie): Promise<ChainReader>;
  /** The chain takes a replacement with a higher fee. */
  canBump: boolean;
  /** A block later a payout counts as carried out; on some chains the fee is paid by what the sender has staked. */
  isFeeAlwaysTaken?: boolean;
}

export const watching = (...addresses: string[]): Watched => new Set(addresses);

/** Prepared, looked at as the signer does, and signed; not sent. */
export async function signPayment(
  { preparer, signing, keys, hot, change }: ChainUnderTest,
  options: Omit<PrepareOptions, 'sources' | 'change' | 'reserved'> & { reserved?: readonly Reservation[] },
): Promise<Signed & { prepared: Awaited<ReturnType<Preparer['prepare']>> }> {
  const prepared = await preparer.prepare({ sources: [hot], change, reserved: [], ...options });
  const decoded = signing.decode(prepared.unsigned);
  expect(decoded.payments).toEqual(options.payments);
  expect(decoded.from).toContain(hot.address);
  expect(decoded.feeLimit).toBe(prepared.feeLimit);
  expect(decoded.reservation).toEqual(prepared.reservation);
  for (const { address } of decoded.change) expect(address).toBe(change);
  return { ...signing.sign(prepared.unsigned, keys), prepared };
}

/** Everything of the newest `depth` blocks. */
async function newest(reader: ChainReader, depth: number, watched: Watched): Promise<Incoming[]> {
  const { tip } = await reader.tip();
  const all: Incoming[] = [];
  for (let height = Math.max(tip.height - depth + 1, 0); height <= tip.height; height++)
    all.push(...(await reader.incoming(height, watched)).incoming);
  return all;
}

export function conformsTo(name: string, open: () => Promise<ChainUnderTest>): void {
  describe(`${name} as every chain`, () => {
    let it_: ChainUnderTest;
    const chain = () => it_;
    beforeAll(async () => {
      it_ = await open();
    });
    afterAll(async () => {
      await it_?.reader.close();
      await it_?.node.close();
    });
    blocks(chain);
    deposits(chain);
    reorganisations(chain);
    payouts(chain);
    signatures(chain);
    replacements(chain);
    faults(chain);
  });
}

function blocks(chain: () => ChainUnderTest): void {
  it('blocks hang together by hash and parent; above the tip there is none', async () => {
    const { node, reader } = chain();
    await node.mine(3);
    const { tip, finalHeight } = await reader.tip();
    expect(finalHeight ?? 0).toBeLessThanOrEqual(tip.height);
    const below = await reader.blockAt(tip.height - 1);
    expect(await reader.blockAt(tip.height)).toEqual(tip);
    expect(tip.parent).toBe(below?.hash);
    expect(tip.timeMs).toBeGreaterThan(1_500_000_000_000);
    expect(await reader.blockAt(tip.height + 1000)).toBeUndefined();
    await node.mine();
    expect((await reader.tip()).tip.height).toBe(tip.height + 1);
  });
}

function deposits(chain: () => ChainUnderTest): void {
  it('a deposit of each coin is in its block, once, with place, sum and memo, and the balance says the same', async () => {
    const { node, reader, coins, deposit } = chain();
    for (const { code, amount } of coins) {
      const before = await reader.balanceOf(deposit.to, code);
      const txHash = await node.send(deposit.to, code, amount, deposit.memo);
      await node.mine();
      const { tip } = await reader.tip();
      const { block, incoming } = await reader.incoming(tip.height, watching(deposit.to));
      expect(block).toEqual(tip);
      expect(incoming).toEqual([
        { txHash, place: expect.any(Number), coin: code, to: deposit.to, memo: deposit.memo, amount, from: incoming[0]?.from },
      ]);
      expect(await reader.balanceOf(deposit.to, code)).toBe(before + amount);
      expect(await reader.outcomeOf(txHash)).toMatchObject({ state: 'mined', isSuccess: true, block: tip });
    }
  });

  it('several deposits in one block have places of their own; what goes to others is not told', async () => {
    const { node, reader, coins, deposit, stranger } = chain();
    for (const { code, amount } of coins) {
      await node.send(deposit.to, code, amount, deposit.memo);
      await node.send(stranger, code, amount, null);
      await node.send(deposit.to, code, amount + 1n, deposit.memo);
    }
    await node.mine();
    const incoming = await newest(reader, 1, watching(deposit.to));
    expect(incoming.map(({ amount }) => amount).sort()).toEqual(coins.flatMap(({ amount }) => [amount, amount + 1n]).sort());
    expect(new Set(incoming.map(({ txHash, place }) => `${txHash} ${place}`)).size).toBe(incoming.length);
    expect(await newest(reader, 1, watching())).toEqual([]);
  });

  it('a block read twice says the same', async () => {
    const { reader, deposit } = chain();
    const { tip } = await reader.tip();
    const first = await reader.incoming(tip.height, watching(deposit.to));
    expect(await reader.incoming(tip.height, watching(deposit.to))).toEqual(first);
  });
}

function reorganisations(chain: () => ChainUnderTest): void {
  it('a reorganised block has another hash, and what stood in it is gone', async () => {
    const { node, reader, coins, deposit } = chain();
    if (node.reorganise === undefined) {
      // Nothing can be undone there: the chain must say up to where that is so.
      expect((await reader.tip()).finalHeight).toBeDefined();
      return;
    }
    const { code, amount } = coins[0];
    const common = (await reader.tip()).tip;
    const txHash = await node.send(deposit.to, code, amount, deposit.memo);
    await node.mine(2);
    const gone = await reader.blockAt(common.height + 1);
    expect(await newest(reader, 2, watching(deposit.to))).toHaveLength(1);
    const before = await reader.balanceOf(deposit.to, code);
    await node.reorganise(2);
    const instead = await reader.blockAt(common.height + 1);
    expect(instead?.hash).not.toBe(gone?.hash);
    expect(instead?.parent).toBe(common.hash);
    expect((await reader.tip()).tip.height).toBeGreaterThanOrEqual(common.height + 2);
    expect(await newest(reader, 3, watching(deposit.to))).toEqual([]);
    expect((await reader.outcomeOf(txHash))?.state).not.toBe('mined');
    expect(await reader.balanceOf(deposit.to, code)).toBe(before - amount);
  });
}

function payouts(chain: () => ChainUnderTest): void {
  it('a payout of each coin: its hash is known before it is sent, the fee stays below the limit', async () => {
    const { node, reader, coins, stranger } = chain();
    for (const { code, amount } of coins) {
      const before = await reader.balanceOf(stranger, code);
      const { raw, hash, prepared } = await signPayment(chain(), { payments: [{ to: stranger, memo: null, coin: code, amount }] });
      expect(await reader.outcomeOf(hash)).toBeUndefined();
      expect(await reader.broadcast(raw)).toEqual({ state: 'accepted' });
      await node.mine();
      const outcome = await reader.outcomeOf(hash);
      expect(outcome).toMatchObject({ state: 'mined', isSuccess: true });
      expect(await reader.blockAt(outcome!.block!.height)).toEqual(outcome!.block);
      expect(outcome!.fee).toBeLessThanOrEqual(prepared.feeLimit);
      if (chain().isFeeAlwaysTaken ?? true) expect(outcome!.fee).toBeGreaterThan(0n);
      expect(await reader.balanceOf(stranger, code)).toBe(before + amount);
    }
  });

  it('the same bytes again are known: before the block and after it', async () => {
    const { node, reader, coins, stranger } = chain();
    const [{ code, amount }] = coins;
    const { raw } = await signPayment(chain(), { payments: [{ to: stranger, memo: null, coin: code, amount }] });
    expect(await reader.broadcast(raw)).toEqual({ state: 'accepted' });
    expect(await reader.broadcast(raw)).toEqual({ state: 'known' });
    const before = await reader.balanceOf(stranger, code);
    await node.mine();
    const after = await reader.balanceOf(stranger, code);
    expect(await reader.broadcast(raw)).toEqual({ state: 'known' });
    await node.mine();
    expect(await reader.broadcast(raw)).toEqual({ state: 'known' });
    expect(await reader.balanceOf(stranger, code)).toBe(after);
    expect(after - before === amount || after === before).toBe(true);
  });

  it('two payouts before a block reserve different things, and both are carried out', async () => {
    const { node, reader, coins, stranger } = chain();
    const [{ code, amount }] = coins;
    const first = await signPayment(chain(), { payments: [{ to: stranger, memo: null, coin: code, amount }] });
    const reserved = [first.prepared.reservation];
    const second = await signPayment(chain(), { payments: [{ to: stranger, memo: null, coin: code, amount: amount + 1n }], reserved });
    expect(second.prepared.reservation).not.toEqual(first.prepared.reservation);
    for (const { raw } of [first, second]) expect(await reader.broadcast(raw)).toEqual({ state: 'accepted' });
    await node.mine();
    for (const { hash } of [first, second]) expect(await reader.outcomeOf(hash)).toMatchObject({ state: 'mined', isSuccess: true });
  });
}

function signatures(chain: () => ChainUnderTest): void {
  it('a signature that was changed is refused, and is no fault of the connection', async () => {
    const { reader, coins, stranger } = chain();
    const [{ code, amount }] = coins;
    const { raw } = await signPayment(chain(), { payments: [{ to: stranger, memo: null, coin: code, amount }] });
    const middle = Math.floor(raw.length / 2);
    const broken = raw.slice(0, middle) + (raw[middle] === '1' ? '2' : '1') + raw.slice(middle + 1);
    expect(await reader.broadcast(broken)).toMatchObject({ state: 'refused' });
  });

  it('what was signed elsewhere is known again as it is, and taken for nothing else', async () => {
    const { signing, coins, stranger } = chain();
    const [{ code, amount }] = coins;
    const pay = (units: bigint) =>
      signPayment(chain(), { payments: [{ to: stranger, memo: null, coin: code, amount: units }], lifeMs: 3_600_000 });
    const [first, other] = [await pay(amount), await pay(amount + 1n)];
    const { raw, hash } = first;
    expect(signing.verify(first.prepared.unsigned, raw)).toEqual({ raw, hash });
    expect(() => signing.verify(other.prepared.unsigned, raw)).toThrow(/another transaction/);
    for (const part of [0.5, 0.65, 0.8]) {
      const at = Math.floor(raw.length * part);
      const broken = raw.slice(0, at) + (raw[at] === '1' ? '2' : '1') + raw.slice(at + 1);
      expect(() => signing.verify(first.prepared.unsigned, broken), broken).toThrow();
    }
    expect(() => signing.verify(first.prepared.unsigned, '')).toThrow();
  });

  it('nothing is signed with the key of another address', async () => {
    const { preparer, signing, keys, hot, change, coins, stranger } = chain();
    const [{ code, amount }] = coins;
    const { unsigned } = await preparer.prepare({
      sources: [hot],
      change,
      reserved: [],
      payments: [{ to: stranger, memo: null, coin: code, amount }],
    });
    const elsewhere = { ...unsigned, sources: unsigned.sources.map((source) => ({ ...source, path: source.path.replace(/\d+$/, '77') })) };
    expect(() => signing.sign(elsewhere, keys)).toThrow();
  });
}

function replacements(chain: () => ChainUnderTest): void {
  it('a stuck payout is replaced over the same reservation; one of both is ever mined', async () => {
    if (!chain().canBump) return;
    const { node, reader, coins, stranger } = chain();
    const [{ code, amount }] = coins;
    const payments = [{ to: stranger, memo: null, coin: code, amount }];
    const first = await signPayment(chain(), { payments });
    expect(await reader.broadcast(first.raw)).toEqual({ state: 'accepted' });
    expect(await reader.outcomeOf(first.hash)).toMatchObject({ state: 'pending' });
    const second = await signPayment(chain(), {
      payments,
      reserved: [first.prepared.reservation],
      bump: { previous: first.prepared.unsigned },
    });
    expect(second.prepared.reservation).toEqual(first.prepared.reservation);
    expect(second.prepared.feeLimit).toBeGreaterThan(first.prepared.feeLimit);
    expect(second.hash).not.toBe(first.hash);
    const before = await reader.balanceOf(stranger, code);
    expect(await reader.broadcast(second.raw)).toEqual({ state: 'accepted' });
    await node.mine();
    expect(await reader.outcomeOf(second.hash)).toMatchObject({ state: 'mined', isSuccess: true });
    expect((await reader.outcomeOf(first.hash))?.state).not.toBe('mined');
    expect(await reader.balanceOf(stranger, code)).toBe(before + amount);
    expect(await reader.broadcast(first.raw)).toMatchObject({ state: 'refused' });
  });
}

function faults(chain: () => ChainUnderTest): void {
  it.each(['not JSON', 'another shape'] as const)('an answer that is %s is refused, and nothing is made of it', async (lie) => {
    const { openLiar, deposit, coins } = chain();
    const liar = await openLiar(lie);
    try {
      await expect(liar.tip()).rejects.toThrow(/answer/);
      await expect(liar.blockAt(1)).rejects.toThrow(/answer/);
      await expect(liar.incoming(1, watching(deposit.to))).rejects.toThrow(/answer/);
      await expect(liar.balanceOf(deposit.to, coins[0].code)).rejects.toThrow(/answer/);
    } finally {
      await liar.close();
    }
  });

  it.each(['parent', 'amount'] as const)('a lie about %s is refused, or is seen beside an honest node', async (lie) => {
    const { node, reader, openLiar, deposit, coins } = chain();
    for (const { code, amount } of coins) await node.send(deposit.to, code, amount, deposit.memo);
    await node.mine();
    const { tip } = await reader.tip();
    const liar = await openLiar(lie);
    try {
      const honest = await reader.incoming(tip.height, watching(deposit.to));
      const told = await liar.incoming(tip.height, watching(deposit.to)).catch((error: Error) => error);
      if (told instanceof Error) expect(told.message).toMatch(/answer/);
      else expect(told).not.toEqual(honest);
    } finally {
      await liar.close();
    }
  });

  it('a node that calls what was sent by another hash is not believed', async () => {
    const { openLiar, coins, stranger } = chain();
    const [{ code, amount }] = coins;
    const { raw } = await signPayment(chain(), { payments: [{ to: stranger, memo: null, coin: code, amount }] });
    const liar = await openLiar('another hash for what was sent');
    try {
      await expect(liar.broadcast(raw)).rejects.toThrow(/calls it/);
    } finally {
      await liar.close();
    }
  });
}
