// What of ours is unspent, kept from blocks alone as a caller's rows would be: followed block by block, and back where blocks were undone.
import type { BlockRef, ChainReader, Spending, Unspent } from '../chain.ts';

interface Step {
  block: BlockRef;
  come: Unspent[];
  gone: Spending[];
}

export class OwnOutputs {
  readonly #reader: ChainReader;
  readonly #addresses: Set<string>;
  readonly #steps: Step[] = [];
  #unspent = new Map<string, Unspent>();

  constructor(reader: ChainReader, addresses: Iterable<string>) {
    this.#reader = reader;
    this.#addresses = new Set(addresses);
  }

  async of(addresses: readonly string[]): Promise<Unspent[]> {
    await this.#follow();
    return [...this.#unspent.values()].filter(({ address }) => addresses.includes(address));
  }

  async #follow(): Promise<void> {
    await this.#undo();
    const { tip } = await this.#reader.tip();
    for (let height = this.#steps.length; height <= tip.height; height++) {
      const watched = { has: (address: string) => this.#addresses.has(address), hasOutput: (output: string) => this.#unspent.has(output) };
      const { block, incoming, spent = [] } = await this.#reader.incoming(height, watched);
      const come = incoming.map(({ txHash, place, to, amount }) => ({ output: `${txHash}:${place}`, address: to, amount }));
      this.#steps.push({ block, come, gone: spent });
      this.#take(come, spent);
    }
  }

  #take(come: readonly Unspent[], gone: readonly Spending[]): void {
    for (const unspent of come) this.#unspent.set(unspent.output, unspent);
    for (const { output } of gone) this.#unspent.delete(output);
  }

  async #undo(): Promise<void> {
    const before = this.#steps.length;
    for (let last = this.#steps.at(-1); last !== undefined; last = this.#steps.at(-1)) {
      if ((await this.#reader.blockAt(last.block.height))?.hash === last.block.hash) break;
      this.#steps.pop();
    }
    if (this.#steps.length === before) return;
    this.#unspent = new Map();
    for (const { come, gone } of this.#steps) this.#take(come, gone);
  }
}
