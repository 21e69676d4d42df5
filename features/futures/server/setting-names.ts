// Words of the wire for the engine's account settings.
import { MarginType, PositionMode } from '@maru/engine/wire/command.ts';
import type { marginTypes, positionModes } from '../contract.ts';

export function marginTypeName(type: number): (typeof marginTypes)[number] {
  return type === MarginType.Isolated ? 'ISOLATED' : 'CROSSED';
}

export function positionModeName(mode: number): (typeof positionModes)[number] {
  return mode === PositionMode.Hedge ? 'HEDGE' : 'ONE_WAY';
}
