// What a refusal says of the second factor, read by hand: the shell and the way in do without zod.
import type { Failure } from '@maru/kit/web/failure.ts';
import { type SecondStep, type SecondWay, secondWays } from '../second-factor-contract.ts';

const isWay = (way: unknown): way is SecondWay => secondWays.some((known) => known === way);

/** As `secondStep` of the contract reads it; undefined for anything else. */
export function askedStep({ data: { challenge, ways, expiresIn } }: Pick<Failure, 'data'>): SecondStep | undefined {
  if (!Array.isArray(ways) || !ways.every(isWay)) return undefined;
  if (challenge !== undefined && typeof challenge !== 'string') return undefined;
  if (expiresIn !== undefined && typeof expiresIn !== 'number') return undefined;
  return { ways, ...(challenge !== undefined && { challenge }), ...(expiresIn !== undefined && { expiresIn }) };
}
