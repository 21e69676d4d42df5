// The specification's wallets by name.
export const walletTypes = ['FUTURES', 'BINARY', 'USDT', 'BTC', 'ETH', 'XRP', 'DOGE', 'EOS', 'TRON', 'TRON_USDT', 'ETH_USDT'] as const;
export type WalletType = (typeof walletTypes)[number];
