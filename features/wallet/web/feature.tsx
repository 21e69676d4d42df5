// Door of the wallet area.
export { AssetPage } from './asset-page.tsx';
