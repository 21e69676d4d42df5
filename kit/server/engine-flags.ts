// Tells V8 how the thread of an engine is to be compiled; imported first by whoever runs one, before any of its code is hot.
//
// Commands are long chains of small functions over typed arrays: compiled as one piece, an array's address is loaded once instead of in
// every function. Measured by bench/engine.ts: a quarter less time a command (docs/decisions/0012).
import { setFlagsFromString } from 'node:v8';

setFlagsFromString('--max-inlined-bytecode-size-cumulative=4000');
setFlagsFromString('--max-inlined-bytecode-size-absolute=20000');
