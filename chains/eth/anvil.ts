// Starts anvil, a real Ethereum node for one machine, as a child that ends with its parent, however that ends.
import { spawn, type ChildProcess } from 'node:child_process';
import { createRequire } from 'node:module';
import { once } from 'node:events';
import { createInterface } from 'node:readline';

export interface AnvilOptions {
  /** Accounts of the node's own, which it signs for unasked. */
  mnemonic: string;
  chainId: number;
  /** Unset: it mines when it is told to, and never else. */
  blockSeconds?: number;
  /** Blocks are final two epochs below the tip. */
  slotsInEpoch?: number;
  /** Where the chain is kept while nothing runs. */
  statePath?: string;
  /** Another chain's fees are reckoned over it, and it signs for everybody: for a facade, which has proved who asks. */
  isWithoutFees?: boolean;
}

export interface Anvil {
  url: string;
  /** Of the node itself. */
  pid: number;
  /** Resolves when it has ended, by us or by itself. */
  ended: Promise<void>;
  close(): Promise<void>;
}

const START_MS = 20_000;
/**
 * A trace runs over the state before its block, of what was not read before a restart too: nobody is so many blocks behind. Each
 * state has all hashes before it, so that many of them make the file large, which is written whole every few seconds.
 */
const KEPT_STATES = 50;

/**
 * The shell in between holds the node's life: its input is a pipe of ours, which the kernel closes with us, a `kill -9` too.
 * After that it gives up its own output, so that ours ends exactly when the node does.
 */
const KEEPER = `"$@" </dev/null & child=$!
echo "pid $child"
exec >/dev/null 2>&1
cat >/dev/null
kill $child
( sleep 3; kill -9 $child ) &
wait $child
kill $!`;

export async function startAnvil(options: AnvilOptions): Promise<Anvil> {
  const child = spawn('sh', ['-c', KEEPER, 'keeper', programPath(), ...argumentsOf(options)], { stdio: ['pipe', 'pipe', 'inherit'] });
  // Its end is told by its output; a pipe that nobody reads any more is no fault of ours.
  child.stdin.on('error', () => {});
  const exited = once(child, 'exit');
  const ended = once(child.stdout, 'close').then(async () => {
    child.stdin.end();
    await exited;
  });
  const { pid, port } = await untilListening(child, ended);
  return {
    url: `http://127.0.0.1:${port}`,
    pid,
    ended,
    async close() {
      child.stdin.end();
      await ended;
    },
  };
}

function argumentsOf({ mnemonic, chainId, blockSeconds, slotsInEpoch = 2, statePath, isWithoutFees }: AnvilOptions): string[] {
  return [
    '--host=127.0.0.1',
    '--port=0',
    '--color=never',
    '--threads=1',
    `--mnemonic=${mnemonic}`,
    `--chain-id=${chainId}`,
    `--slots-in-an-epoch=${slotsInEpoch}`,
    ...(blockSeconds === undefined ? ['--no-mining'] : [`--block-time=${blockSeconds}`]),
    ...(isWithoutFees === true
      ? ['--base-fee=0', '--gas-price=0', '--disable-min-priority-fee', '--auto-impersonate', '--order=fifo', '--balance=1']
      : []),
    ...(statePath === undefined
      ? []
      : [`--state=${statePath}`, '--state-interval=5', '--preserve-historical-states', `--prune-history=${KEPT_STATES}`]),
  ];
}

/** npm installs the package of this machine alone; its name says which. */
function programPath(): string {
  const architecture = { x64: 'amd64', arm64: 'arm64' }[process.arch as string];
  const name = `@foundry-rs/anvil-${process.platform}-${architecture}`;
  const require = createRequire(import.meta.url);
  try {
    return require.resolve(`${name}/bin/anvil`);
  } catch {
    throw new Error(`anvil does not run on ${process.platform}-${process.arch}: ${name} is not installed`);
  }
}

async function untilListening(child: ChildProcess, ended: Promise<void>): Promise<{ pid: number; port: number }> {
  let pid: number | undefined;
  const lines = createInterface({ input: child.stdout! });
  const heard = new Promise<{ pid: number; port: number }>((resolve) => {
    lines.on('line', (line) => {
      pid ??= Number(/^pid (\d+)$/.exec(line)?.[1] ?? Number.NaN) || undefined;
      const port = /^Listening on 127\.0\.0\.1:(\d+)/.exec(line)?.[1];
      if (port !== undefined && pid !== undefined) resolve({ pid, port: Number(port) });
    });
  });
  const late = AbortSignal.timeout(START_MS);
  let isUp = false;
  void heard.then(() => (isUp = true));
  const gaveUp = Promise.race([ended, once(late, 'abort')]).then(() => {
    if (!isUp) child.stdin?.end();
    throw new Error('anvil did not start');
  });
  gaveUp.catch(() => {});
  return Promise.race([heard, gaveUp]);
}
