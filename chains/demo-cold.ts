// Cold storage of a demo, where a phrase that everybody knows ("abandon ... about") is its key: the offline tool can be tried with it at once.
import type { ChainName } from './chain.ts';

export const demoCold: Readonly<Record<ChainName, string>> = {
  ETH: '0x9858EfFD232B4033E47d90003D41EC34EcaEda94',
  TRON: 'TUEZSdKsoDHQMeZwihtdoBiN46zxhGWYdH',
  BTC: 'bcrt1qcr8te4kr609gcawutmrza0j4xv80jy8zeqchgx',
  DOGE: 'mnHioPj6vMDGiSUKsXWdX9GEPHoeapF8oi',
  XRP: 'rHsMGQEkVNJmpGWs8XUBoTBiAAbwxZN5v3',
  EOS: 'x2drerrojm4n',
};
/** On EOS a name says nothing about its key: a demo's chain is told both. */
export const DEMO_COLD_EOS_KEY = 'PUB_K1_6zpSNY1YoLxNt2VsvJjoDfBueU6xC1M1ERJw1UoekL1NK2aD4t';
