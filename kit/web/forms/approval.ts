// The number of the request that was made for a second person, when a call was answered so.
import { Failure } from '../failure.ts';

export function approvalOf(thrown: unknown): string | undefined {
  if (!(thrown instanceof Failure) || thrown.code !== 'APPROVAL_REQUIRED') return undefined;
  return String(thrown.data['requestId'] ?? '');
}
