// Words of the contract's details.
import { defineCatalog } from '@maru/kit/web/i18n/language.ts';

export const infoTexts = defineCatalog({
  'info.tick': ['가격 단위', 'Price tick'],
  'info.step': ['수량 단위', 'Size step'],
  'info.minNotional': ['최소 주문 금액', 'Least order value'],
  'info.maxLimit': ['지정가 최대 수량', 'Largest limit order'],
  'info.maxMarket': ['시장가 최대 수량', 'Largest market order'],
  'info.leverage': ['최대 레버리지', 'Max leverage'],
  'info.fees': ['수수료 (메이커 / 테이커)', 'Fees (maker / taker)'],
  'info.clearance': ['청산 수수료', 'Clearance fee'],
  'info.band': ['주문 가격 범위', 'Price band'],
  'info.brackets': ['레버리지 구간', 'Leverage brackets'],
  'info.tier': ['구간', 'Tier'],
  'info.upTo': ['포지션 금액', 'Position value'],
  'info.mmr': ['유지 증거금률', 'Maintenance rate'],
  'info.cum': ['유지 증거금 공제', 'Maintenance amount'],
});
