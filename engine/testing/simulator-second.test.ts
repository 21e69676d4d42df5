// Seeds 11 to 20 of the simulator's acceptance.
import { testSeeds } from './simulator-acceptance.ts';

testSeeds(11, 20);
