// The specification's call to end a copied order; there is no copying yet, and it says so.
import { handle, Refusal } from '@maru/kit/server/feature.ts';
import { closeCopyOrder } from '../risk-contract.ts';

export const closeCopyOrderHandler = handle(closeCopyOrder, () => Promise.reject(new Refusal('COPYTRADE_NOT_OPEN')));
