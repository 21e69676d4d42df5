// What tests ask of the stand-alone verifier of liabilities: the checks of each file by name; '' is right, 'missing' could not be done.
type Checks = [name: string, why: string][];
export function verifyBranch(branch: unknown, published?: unknown[], member?: string, known?: string): Checks;
export function verifyRecord(file: unknown, published?: unknown[], known?: string): Checks;
export function verifyAll(contents: unknown[], member?: string, known?: string): [heading: string, checks: Checks][];
