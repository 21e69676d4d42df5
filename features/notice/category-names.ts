// What each category is called, for the server's list, the pages and the back office.
import type { Category } from './board-contract.ts';

export const categoryNames: Readonly<Record<Category, { ko: string; en: string }>> = {
  NOTICE: { ko: '공지', en: 'Notice' },
  LISTING: { ko: '상장', en: 'Listing' },
  GUIDE: { ko: '안내', en: 'Guide' },
  EVENT: { ko: '이벤트', en: 'Event' },
  MARKET: { ko: '시장', en: 'Markets' },
  PRODUCT: { ko: '상품', en: 'Products' },
  RISK: { ko: '위험', en: 'Risk' },
  WELCOME: { ko: '처음 오신 분', en: 'Newcomers' },
  TRADING: { ko: '거래', en: 'Trading' },
  SEASON: { ko: '기간 한정', en: 'Seasonal' },
  ACCOUNT: { ko: '계정', en: 'Account' },
  DNW: { ko: '입출금', en: 'Deposits and withdrawals' },
  TRADE: { ko: '거래', en: 'Trading' },
  SECURITY: { ko: '보안', en: 'Security' },
  SERVICE: { ko: '서비스', en: 'Service' },
};
