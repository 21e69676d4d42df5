// What the BINARY wallet counts in.
export { pointDecimals } from '@maru/kit/contract/point-decimals.ts';
