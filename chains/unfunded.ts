// What an address lacks for a transaction: told apart from other faults, since it can be brought there.
export class Unfunded extends Error {
  override name = 'Unfunded';
  readonly coin: string;
  readonly has: bigint;
  readonly need: bigint;
  constructor(address: string, lack: { coin: string; has: bigint; need: bigint }) {
    super(`${address} has ${lack.has} of ${lack.coin}'s smallest unit, and would need ${lack.need}`);
    ({ coin: this.coin, has: this.has, need: this.need } = lack);
  }
}
