// What can go wrong when someone looks into a wallet; nothing of its own yet: moving money between wallets comes with its calls.
import { defineErrors } from '@maru/kit/contract/errors.ts';

export const walletErrors = defineErrors({});
