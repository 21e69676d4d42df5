// An account on every demo's EOS: the one that test coins come from, and that can be paid to where nobody else is.
export const EOS_DEMO_FAUCET = 'demofaucet11';
