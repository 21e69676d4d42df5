// Name under which the futures feature keeps its live feed for its own topics.
import { serviceKey } from '@maru/kit/contract/service.ts';
import type { LiveFeed } from './live-feed.ts';

export const liveFeed = serviceKey('futures.liveFeed').of<LiveFeed>();
