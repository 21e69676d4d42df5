// Which destinations exist and who may hear them: the features' topics matched against what a client asks for.
import type { SiteConfig } from '../contract/site-config.ts';
import type { AppContext } from './context.ts';
import type { BoundTopic, ServerFeature, Session } from './feature.ts';

export interface Heard {
  bound: BoundTopic;
  params: Record<string, string>;
  /** A member's own queue, not a topic of the site. */
  isOwn: boolean;
}

export type TopicFinder = (context: AppContext, site: SiteConfig, destination: string, session: Session | undefined) => Heard | TopicFault;
export type TopicFault = 'TOPIC_UNKNOWN' | 'LOGIN_REQUIRED' | 'NO_PERMISSION';

export function createTopicFinder(features: readonly Pick<ServerFeature, 'topics'>[]): TopicFinder {
  const topics = features.flatMap((feature) => feature.topics ?? []).map((bound) => ({ bound, ...compile(bound.topic.destination) }));
  const seen = new Set<string>();
  for (const { bound } of topics) {
    const { destination } = bound.topic;
    if (seen.has(destination)) throw new Error(`destination ${destination} is declared twice`);
    seen.add(destination);
  }
  return (context, site, destination, session) => {
    for (const { bound, pattern, names } of topics) {
      const match = pattern.exec(destination);
      if (match === null) continue;
      const params = Object.fromEntries(names.map((name, i) => [name, match[i + 1]]));
      const fault = refusal(bound, session);
      if (fault !== undefined) return fault;
      if (bound.accepts !== undefined && !bound.accepts(context, site, params, session)) return 'TOPIC_UNKNOWN';
      return { bound, params, isOwn: bound.topic.destination.startsWith('/user/') };
    }
    return 'TOPIC_UNKNOWN';
  };
}

function refusal(bound: BoundTopic, session: Session | undefined): TopicFault | undefined {
  const { roles } = bound.topic;
  if (session === undefined) return roles.includes('guest') ? undefined : 'LOGIN_REQUIRED';
  return roles.includes(session.role) ? undefined : 'NO_PERMISSION';
}

// Parameters are a path part each; `{rest}` of interval or symbol may hold a colon, never a slash.
function compile(destination: string): { pattern: RegExp; names: string[] } {
  const names: string[] = [];
  const source = destination
    .split('/')
    .map((part) => {
      const name = /^\{(\w+)\}$/.exec(part)?.[1];
      if (name === undefined) return part.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');
      names.push(name);
      return '([A-Za-z0-9:._-]{1,64})';
    })
    .join('/');
  return { pattern: new RegExp(`^${source}$`), names };
}
