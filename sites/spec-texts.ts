// The three replacements that the specification names for a few sites (section 8): plain English in place of the Korean messages. A
// site takes them in its editor; each stands for the messages of the product that say the same.
import type { OwnText } from '@maru/kit/contract/site-config.ts';

const inBoth = (text: string): OwnText => ({ ko: text, en: text });
const investment = inBoth('The investment amount is too small.');
const unit = inBoth('Please match the minimum unit of the amount.');
const follow = inBoth('Unable to follow due to insufficient balance.');

export const specTexts: Readonly<Record<string, OwnText>> = {
  // "investment must be at least …"
  BELOW_MINIMUM: investment,
  NOTIONAL_TOO_SMALL: investment,
  // Unit or minimum of an amount that is applied for or paid in.
  CONVERSION_TOO_SMALL: unit,
  QUANTITY_OFF_STEP: unit,
  // Said when following is refused for want of balance.
  FOLLOW_BALANCE_SHORT: follow,
};
