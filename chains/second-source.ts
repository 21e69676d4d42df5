// A reader whose large arrivals a second node must have too, in the same block: what one node says alone is not believed of them.
import type { BlockReading, ChainReader, Incoming, Watched } from './chain.ts';
import { MalformedAnswer } from './json-rpc.ts';

const said = ({ txHash, place, coin, to, memo, amount }: Incoming): string => [txHash, place, coin, to, memo ?? '', amount].join(' ');

export const askedTwice = (first: ChainReader, second: ChainReader, isLarge: (one: Incoming) => boolean): ChainReader => ({
  ...first,
  async incoming(height, watched) {
    const reading = await first.incoming(height, watched);
    const large = reading.incoming.filter(isLarge);
    if (large.length > 0) await insistSame(second, reading, large, watched);
    return reading;
  },
});

/** A second node that is away or behind holds the line up until it has the block. */
async function insistSame(second: ChainReader, { block }: BlockReading, large: readonly Incoming[], watched: Watched): Promise<void> {
  const theirs = await second.incoming(block.height, watched);
  const known = new Set(theirs.incoming.map(said));
  const stranger = large.find((one) => !known.has(said(one)));
  if (theirs.block.hash === block.hash && stranger === undefined) return;
  throw new MalformedAnswer(
    `${second.chain}: the second node has another block ${block.height}${stranger === undefined ? '' : `, without ${stranger.txHash}`}`,
  );
}
