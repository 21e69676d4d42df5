// Entry point of the area of API keys.
export { ApiKeysPage } from './keys-page.tsx';
