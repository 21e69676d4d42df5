// All refusals of accounts as one table, for the feature.
import { accountAdminErrors } from '../admin-errors.ts';
import {
  accountErrors,
  certificateErrors,
  guardingErrors,
  limitErrors,
  niceErrors,
  noticeErrors,
  ownDataErrors,
  secondFactorErrors,
  withdrawErrors,
} from '../errors.ts';
import { leavingErrors } from '../leaving-errors.ts';

export const everyError = {
  ...accountErrors,
  ...accountAdminErrors,
  ...certificateErrors,
  ...secondFactorErrors,
  ...guardingErrors,
  ...limitErrors,
  ...withdrawErrors,
  ...niceErrors,
  ...noticeErrors,
  ...ownDataErrors,
  ...leavingErrors,
};
