// The real engine behind the server's view of one.
import { type CapacityClass, capacityClasses } from '@maru/engine/capacity.ts';
import { apply } from '@maru/engine/apply.ts';
import { EventBuffer } from '@maru/engine/wire/event-buffer.ts';
import { isNearlyFull } from '@maru/engine/fullness.ts';
import { selfCheck } from '@maru/engine/self-check.ts';
import { SNAPSHOT_SCHEMA, loadSnapshot, snapshotBytes, takeSnapshot } from '@maru/engine/snapshot.ts';
import { type EngineState, LOGIC_VERSION, createState } from '@maru/engine/state.ts';
import { views } from '@maru/engine/views.ts';
import { dueAt } from '@maru/engine/work.ts';
import type { EngineCore, EngineMaker } from './engine-core.ts';

/** A version is the rules' number and the capacity class: rules * 8 + class. Classes only ever join at the end. */
const CLASSES: readonly CapacityClass[] = ['small', 'medium', 'large'];
const CAPACITIES = 8;

/** The engine in the server's hands; its state is reachable for policies in the same thread. */
export interface LiveCore extends EngineCore {
  readonly state: EngineState;
}

export function engineMaker(capacity: CapacityClass): EngineMaker {
  const logicVersion = LOGIC_VERSION * CAPACITIES + CLASSES.indexOf(capacity);
  return {
    logicVersion,
    snapshotSchema: SNAPSHOT_SCHEMA,
    rules,
    create: (_site, version) => (rules(version) === LOGIC_VERSION ? liveCore(createState(classOf(version))) : undefined),
    load: (_site, bytes, _schema, version) => liveCore(loadSnapshot(bytes, capacityClasses[classOf(version)])),
    larger: (version) => (version % CAPACITIES < CLASSES.length - 1 ? version + 1 : undefined),
    adapt: (_site, core, from, to) => adapt(core, from, to),
  };
}

function rules(version: number): number {
  return version >> 3;
}

function classOf(version: number): CapacityClass {
  return CLASSES[version % CAPACITIES];
}

/** Room only grows, and only rules at hand decide: older ones are left behind by a snapshot at the journal's end. */
function adapt(core: EngineCore, from: number, to: number): EngineCore | undefined {
  if (rules(to) !== LOGIC_VERSION || from % CAPACITIES > to % CAPACITIES) return undefined;
  const bytes = new Uint8Array(core.snapshotBytes());
  return liveCore(loadSnapshot(bytes.slice(0, core.copyOut(bytes)), capacityClasses[classOf(to)]));
}

function liveCore(state: EngineState): LiveCore {
  const events = new EventBuffer();
  return {
    state,
    events,
    apply: (words, offset, seq) => {
      apply(state, words, offset, seq, events);
    },
    dueAt: () => dueAt(state),
    isNearlyFull: () => isNearlyFull(state),
    selfCheck: () => selfCheck(state),
    snapshotBytes: () => snapshotBytes(state),
    copyOut: (into) => takeSnapshot(state, into),
    query(view, args) {
      const read = Object.hasOwn(views, view) ? views[view] : undefined;
      if (!read) throw new Error(`the engine has no view ${view}`);
      return read(state, ...args);
    },
  };
}
