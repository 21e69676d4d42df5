// Entry point of the demo's inbox.
export { InboxPage } from './inbox-page.tsx';
