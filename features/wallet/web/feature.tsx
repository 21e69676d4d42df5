// Entry point of the wallet area.
export { AssetPage } from './asset-page.tsx';
export { CouponPage } from './coupon-page.tsx';
export { FundPage } from './fund-page.tsx';
export { HistoryPage } from './history-page.tsx';
export { TransferPage } from './transfer-page.tsx';
