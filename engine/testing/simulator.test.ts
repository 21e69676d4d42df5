// Seeds 1 to 10 of the simulator's gate.
import { testSeeds } from './simulator-gate.ts';

testSeeds(1, 10);
