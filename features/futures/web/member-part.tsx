// What only a member's screen needs, in a chunk of its own: lists, dialogs, the account's news. Guests never load it.
export { AccountBox } from './account-box.tsx';
export { ActivityPanel } from './activity-panel.tsx';
export { TradeDesk } from './trade-desk.tsx';
