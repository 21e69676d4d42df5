// The specification's umbrella: each type is what its own call does.
import { handle, Refusal } from '@maru/kit/server/feature.ts';
import { applyDeposit, applyDnw } from '../apply-contract.ts';
import { generateFor } from './wallet-address.ts';
import { applyFor } from './withdrawals/apply-withdrawal.ts';

export const applyDepositHandler = handle(applyDeposit, async (context, call) => ({
  data: await generateFor(context, call, call.body.walletType ?? call.site.depositCoins[0] ?? ''),
}));

export const applyDnwHandler = handle(applyDnw, async (context, call) => {
  const { type, walletType, point, address, ...rest } = call.body;
  if (type === 'D') {
    const deposit = await generateFor(context, call, walletType ?? call.site.depositCoins[0] ?? '');
    return { data: { type, deposit, withdrawal: null } };
  }
  const body = { ...rest, walletType: given('walletType', walletType), point: given('point', point), address: given('address', address) };
  return { data: { type, deposit: null, withdrawal: await applyFor(context, call, body) } };
});

function given(field: string, value: string | undefined): string {
  if (value === undefined) throw new Refusal('REQUIRED_FIELD', { field });
  return value;
}
