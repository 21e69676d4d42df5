// Funding, rounds, draws and a TWAP's slices while the machine's clock leaps by a day and back (testing/leap-walk.ts).
import { DAY_MS } from '@maru/kit/contract/calendar.ts';
import { testLeap } from './testing/leap-walk.ts';

testLeap('a day', DAY_MS);
