// Funding, rounds, draws and a TWAP's slices while the machine's clock leaps by a day and back (testing/leap-walk.ts).
import { testLeap } from './testing/leap-walk.ts';

testLeap('a day', 86_400_000);
