// Funding, rounds, draws and a TWAP's slices while the machine's clock leaps by an hour and back (testing/leap-walk.ts).
import { testLeap } from './testing/leap-walk.ts';

testLeap('an hour', 3_600_000);
