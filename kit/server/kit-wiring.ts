// What kit offers features, and what it asks of them.
import { consents } from './restrictions.ts';
import { hostProofs } from './host-proof.ts';
import { errorWords } from './http-errors.ts';
import { innerCalls } from './inner-calls.ts';
import { isOwnMember, leftAmong, memberLooks } from './operator-call.ts';
import { operatorDesk } from './operator-desk.ts';
import { replayPlaces } from './replay-command.ts';
import { sitePages } from './site-pages.ts';
import type { Wiring } from './wiring.ts';

export const kitWiring = {
  offers: [errorWords, innerCalls],
  needs: [consents, hostProofs, isOwnMember, leftAmong, memberLooks, operatorDesk, replayPlaces, sitePages],
} as const satisfies Wiring;
