// Seeds 11 to 20 of the simulator's gate.
import { testSeeds } from './simulator-gate.ts';

testSeeds(11, 20);
