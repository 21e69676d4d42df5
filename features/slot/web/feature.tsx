// Entry point of the slot area.
export { SlotListPage } from './slot-list-page.tsx';
export { SlotPage } from './slot-page.tsx';
