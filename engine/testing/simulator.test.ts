// Seeds 1 to 10 of the simulator's acceptance.
import { testSeeds } from './simulator-acceptance.ts';

testSeeds(1, 10);
