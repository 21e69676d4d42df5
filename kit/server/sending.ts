// Which commands a call sends to the engine for its caller: from the engine's table the contract lists the codes they can be refused with.
import type { CommandKind } from '@maru/engine/wire/command-kind.ts';
import { refusalsByCommand } from '@maru/engine/refusals.ts';
import type { BoundRoute } from './feature.ts';

/** By the route's name. A name that is no route of these, as after a renaming, does not start. */
export type CommandsByRoute = Readonly<Record<string, readonly CommandKind[]>>;

export function sending(commands: CommandsByRoute, routes: readonly BoundRoute[]): BoundRoute[] {
  const names = new Set(routes.map(({ route }) => route.name));
  for (const name of Object.keys(commands)) if (!names.has(name)) throw new Error(`commands of ${name}, which is no route`);
  return routes.map((bound) => {
    const kinds = commands[bound.route.name];
    return kinds === undefined ? bound : { ...bound, refusals: [...new Set(kinds.flatMap((kind) => refusalsByCommand[kind]))] };
  });
}

/** What it may answer beside the common codes, each once. */
export const codesOf = ({ route, refusals = [] }: Pick<BoundRoute, 'route' | 'refusals'>): readonly string[] => [
  ...new Set([...(route.codes ?? []), ...refusals]),
];
