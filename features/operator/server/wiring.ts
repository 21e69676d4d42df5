// What operator offers other features, and what it stands on: checked by the compiler where features meet, and at start.
import { errorWords } from '@maru/kit/server/http-errors.ts';
import { isOwnMember, memberLooks } from '@maru/kit/server/operator-call.ts';
import { operatorDesk } from '@maru/kit/server/operator-desk.ts';
import type { Wiring } from '@maru/kit/server/wiring.ts';
import {
  accountsOfPerson,
  alertMail,
  alertSources,
  deskPrices,
  linesOf,
  operatorsByMarks,
  sharesPlace,
  siteDesk,
} from '../admin-contract.ts';
import { approvals, desk, operatorNames, readGroupExposure, readGroupMoney } from '../contract.ts';
import { alertService } from './alerts/open-alerts.ts';

export const operatorWiring = {
  offers: [
    accountsOfPerson,
    alertService,
    alertSources,
    approvals,
    desk,
    linesOf,
    operatorDesk,
    operatorNames,
    operatorsByMarks,
    sharesPlace,
    siteDesk,
  ],
  needs: [alertMail, deskPrices, errorWords, isOwnMember, memberLooks, readGroupExposure, readGroupMoney],
} as const satisfies Wiring;
