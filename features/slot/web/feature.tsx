// Door of the slot area.
export { SlotPage } from './slot-page.tsx';
