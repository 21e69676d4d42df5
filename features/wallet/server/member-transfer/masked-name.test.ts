// Names as others see them: never whole, never empty.
import { expect, test } from 'vitest';
import { maskedName } from './masked-name.ts';

test.each([
  ['김하늘', '김*늘'],
  ['김별', '김*'],
  ['남궁하늘', '남**늘'],
  ['김', '*'],
  ['Jane Doe', 'J*** D**'],
  ['  J  Doe ', '* D**'],
  ['', '*'],
])('%s is shown as %s', (name, shown) => expect(maskedName(name)).toBe(shown));
