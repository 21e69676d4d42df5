// Every symbol of the specification in the order of its futuresOptionId (index + 1); the order never changes.
const crypto = [
  'BTC',
  'ETH',
  'XRP',
  'DOGE',
  'EOS',
  'MATIC',
  'ETC',
  'ADA',
  'SOL',
  'TRX',
  'CHZ',
  'AAVE',
  'APT',
  'BCH',
  'BNB',
  'LINK',
  'STX',
  'WLD',
  'LTC',
  'ARB',
  'DOT',
  'ATOM',
  'XMR',
  'OMG',
  '1000SHIB',
];
const others = ['GBPAUD', 'EURUSD', 'XAUUSD', 'NDX', 'SPX'];

export const allSymbols: readonly string[] = [...crypto.map((coin) => `BINANCE:${coin}USDT`), ...others.map((pair) => `PYTH:${pair}`)];
