// A transaction of EOS that carries transfers of tokens: made to bytes, read from them, and called by their hash.
import { ABI, Action, Asset, Bytes, Checksum256, Name, Serializer, Transaction } from '@wharfkit/antelope';
import type { CoinRow, Payment } from '../chain.ts';

/** What the contracts of tokens take, whoever issued them. */
const transferAbi = ABI.from({
  structs: [
    {
      base: '',
      name: 'transfer',
      fields: [
        { name: 'from', type: 'name' },
        { name: 'to', type: 'name' },
        { name: 'quantity', type: 'asset' },
        { name: 'memo', type: 'string' },
      ],
    },
  ],
  actions: [{ name: 'transfer', type: 'transfer', ricardian_contract: '' }],
});

export interface Transfer {
  /** The token is whose contract it is of: anybody may issue one of the same symbol. */
  contract: string;
  from: string;
  to: string;
  symbol: string;
  decimals: number;
  amount: bigint;
  memo: string;
}

export interface Terms {
  /** Seconds since 1970; it cannot be carried out later. */
  expiration: number;
  /** Of the block that it builds on: its number's low half, and a part of its hash. */
  refBlockNum: number;
  refBlockPrefix: number;
}

/** Number and prefix of the block by its hash, as transactions name it. */
export function refOf(blockHash: string): Pick<Terms, 'refBlockNum' | 'refBlockPrefix'> {
  const bytes = Buffer.from(blockHash, 'hex');
  return { refBlockNum: bytes.readUInt32BE(0) & 0xffff, refBlockPrefix: bytes.readUInt32LE(8) };
}

const permission = 'active';

/** Hex. */
export function packTransfers({ expiration, refBlockNum, refBlockPrefix }: Terms, transfers: readonly Transfer[]): string {
  const actions = transfers.map((transfer) =>
    Action.from({
      account: transfer.contract,
      name: 'transfer',
      authorization: [{ actor: transfer.from, permission }],
      data: Bytes.from(transferData(transfer), 'hex'),
    }),
  );
  const transaction = Transaction.from({
    expiration: new Date(expiration * 1000).toISOString().slice(0, 19),
    ref_block_num: refBlockNum,
    ref_block_prefix: refBlockPrefix,
    max_net_usage_words: 0,
    max_cpu_usage_ms: 0,
    delay_sec: 0,
    context_free_actions: [],
    actions,
    transaction_extensions: [],
  });
  return Serializer.encode({ object: transaction }).hexString;
}

/** Hex. */
export function transferData({ from, to, symbol, decimals, amount, memo }: Omit<Transfer, 'contract'>): string {
  const object = { from, to, quantity: assetText(amount, symbol, decimals), memo };
  return Serializer.encode({ object, abi: transferAbi, type: 'transfer' }).hexString;
}

/** `1.0000 EOS`: digits alone, never through a float. */
export function assetText(amount: bigint, symbol: string, decimals: number): string {
  const digits = amount.toString().padStart(decimals + 1, '0');
  const whole = digits.slice(0, digits.length - decimals);
  return decimals === 0 ? `${whole} ${symbol}` : `${whole}.${digits.slice(-decimals)} ${symbol}`;
}

export function readAsset(text: string): { amount: bigint; symbol: string; decimals: number } {
  const match = /^(\d{1,19})(?:\.(\d{1,18}))? ([A-Z]{1,7})$/.exec(text);
  if (!match) throw new Error(`not a sum of a token: ${text.slice(0, 40)}`);
  const [, whole, part = '', symbol] = match;
  return { amount: BigInt(whole + part), symbol, decimals: part.length };
}

/** Of an action's own data; throws where it is none. */
export function readTransfer(contract: string, data: string): Transfer {
  const read = Serializer.objectify(Serializer.decode({ data: Bytes.from(data, 'hex'), abi: transferAbi, type: 'transfer' })) as {
    from: string;
    to: string;
    quantity: string;
    memo: string;
  };
  const asset = Asset.from(read.quantity);
  const amount = BigInt(asset.units.toString());
  return {
    contract,
    from: read.from,
    to: read.to,
    symbol: asset.symbol.name,
    decimals: asset.symbol.precision,
    amount,
    memo: read.memo,
  };
}

/** Throws on whatever else a transaction can be: other actions, other permissions, a delay, parts that no signature covers. */
export function unpackTransfers(packed: string): Terms & { transfers: Transfer[] } {
  const transaction = Serializer.decode({ data: Bytes.from(packed, 'hex'), type: Transaction });
  const { context_free_actions, transaction_extensions, delay_sec, expiration, ref_block_num, ref_block_prefix } = transaction;
  if (context_free_actions.length > 0 || transaction_extensions.length > 0 || Number(delay_sec) !== 0)
    throw new Error('it is more than transfers');
  const terms = {
    expiration: expiration.toMilliseconds() / 1000,
    refBlockNum: Number(ref_block_num),
    refBlockPrefix: Number(ref_block_prefix),
  };
  const transfers = transaction.actions.map(({ account, name, authorization, data }) => {
    if (!name.equals(Name.from('transfer'))) throw new Error(`it does something else than a transfer: ${name}`);
    const transfer = readTransfer(account.toString(), data.hexString);
    const [one, ...others] = authorization;
    if (one === undefined || others.length > 0 || one.actor.toString() !== transfer.from || one.permission.toString() !== permission)
      throw new Error(`it is not ${transfer.from} alone that pays`);
    return transfer;
  });
  // Each transaction has one spelling: anything hidden beside it would be another.
  if (packTransfers(terms, transfers) !== packed) throw new Error('its bytes say more than its transfers');
  return { ...terms, transfers };
}

export const idOf = (packed: string): string => Checksum256.hash(Bytes.from(packed, 'hex')).hexString;

/** Contract, symbol and decimals are the coin: a token of another contract that is called the same is none. */
export function coinOf(coins: readonly CoinRow[], { contract, symbol, decimals }: Pick<Transfer, 'contract' | 'symbol' | 'decimals'>) {
  return coins.find((row) => row.contract === contract && row.symbol === symbol && row.decimals === decimals);
}

export function coinOfCode(coins: readonly CoinRow[], code: string): { contract: string; symbol: string; decimals: number } {
  const row = coins.find((one) => one.code === code);
  if (row?.contract === undefined || row.symbol === undefined) throw new Error(`no coin ${code} with contract and symbol on this chain`);
  return { contract: row.contract, symbol: row.symbol, decimals: row.decimals };
}

export const paymentOf = (code: string, { to, memo, amount }: Transfer): Payment => ({
  to,
  memo: memo === '' ? null : memo,
  coin: code,
  amount,
});
