// How old the prices of the page on screen are, for the header's light: told by the page that knows its feed.
import { create } from 'zustand';

export const useFeedNews = create<{ staleSeconds: number | undefined }>(() => ({ staleSeconds: undefined }));

/** undefined = fresh, or no page with prices is open. */
export function tellFeedAge(staleSeconds: number | undefined): void {
  if (useFeedNews.getState().staleSeconds !== staleSeconds) useFeedNews.setState({ staleSeconds });
}
