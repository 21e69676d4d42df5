// Subscriptions made from contract topics: the destination and the message's type come from one object.
import { useEffect, useEffectEvent } from 'react';
import type { z } from 'zod/mini';
import { destinationOf, type Topic } from '../contract/topic.ts';
import { socket } from './socket.ts';

export type MessageOf<T extends Topic> = z.output<T['message']>;

/** Listens outside React; answers with the way to stop. */
export function subscribeTopic<T extends Topic>(
  topic: T,
  params: Record<string, string>,
  onMessage: (message: MessageOf<T>, eventId: string | undefined) => void,
  onSnapshotNeeded?: () => void,
): () => void {
  return socket.subscribe(destinationOf(topic, params), {
    onMessage: (message, eventId) => onMessage(message as MessageOf<T>, eventId),
    ...(onSnapshotNeeded ? { onSnapshotNeeded } : {}),
  });
}

/** Listens while mounted; no params, no subscription. */
export function useTopic<T extends Topic>(
  topic: T,
  params: Record<string, string> | undefined,
  onMessage: (message: MessageOf<T>, eventId: string | undefined) => void,
  onSnapshotNeeded?: () => void,
): void {
  const destination = params && destinationOf(topic, params);
  const receive = useEffectEvent((message: unknown, eventId: string | undefined) => onMessage(message as MessageOf<T>, eventId));
  const refetch = useEffectEvent(() => onSnapshotNeeded?.());
  useEffect(() => {
    if (!destination) return undefined;
    return socket.subscribe(destination, { onMessage: (m, id) => receive(m, id), onSnapshotNeeded: () => refetch() });
  }, [destination]);
}
