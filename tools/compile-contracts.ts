// Compiles the contracts of demo and tests into files that run without a compiler: `node tools/compile-contracts.ts`.
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { createRequire } from 'node:module';
import { fileURLToPath } from 'node:url';

interface Output {
  errors?: { severity: string; formattedMessage: string }[];
  contracts: Record<string, Record<string, { evm: { bytecode: { object: string } } }>>;
}

const folder = fileURLToPath(new URL('../chains/eth/contracts/', import.meta.url));
const solc = createRequire(import.meta.url)('solc') as { compile(input: string): string; version(): string };

/** The EVM version is named: a newer compiler must not make code that a node of the demo refuses. */
const input = {
  language: 'Solidity',
  sources: { 'demo-token.sol': { content: readFileSync(join(folder, 'demo-token.sol'), 'utf8') } },
  settings: {
    evmVersion: 'paris',
    optimizer: { enabled: true, runs: 200 },
    metadata: { appendCBOR: false },
    outputSelection: { '*': { '*': ['evm.bytecode.object'] } },
  },
};
const output = JSON.parse(solc.compile(JSON.stringify(input))) as Output;
const faults = (output.errors ?? []).filter(({ severity }) => severity === 'error');
if (faults.length > 0) throw new Error(faults.map(({ formattedMessage }) => formattedMessage).join('\n'));

const { DemoToken, DemoPayer } = output.contracts['demo-token.sol'];
const code = (contract: typeof DemoToken) => `'0x${contract.evm.bytecode.object}'`;
writeFileSync(
  join(folder, 'demo-token.ts'),
  `// Made of demo-token.sol by tools/compile-contracts.ts with solc ${solc.version()}; not edited by hand.
export const demoTokenCode =
  ${code(DemoToken)};
export const demoPayerCode =
  ${code(DemoPayer)};
`,
);
