// The commands that members' calls send to the engine, by the route's name.
import { CommandKind } from '@maru/engine/wire/command-kind.ts';
import type { CommandsByRoute } from '@maru/kit/server/sending.ts';

const { PlaceOrder, PlaceConditional } = CommandKind;

export const futuresCommands: CommandsByRoute = {
  placeOrder: [PlaceOrder, PlaceConditional],
  placeBatch: [PlaceOrder, PlaceConditional],
  placeScale: [PlaceOrder],
  amendOrder: [CommandKind.AmendOrder, CommandKind.AmendConditional],
  cancelOrder: [CommandKind.CancelOrder],
  cancelOrders: [CommandKind.CancelOrder],
  cancelAllOrders: [CommandKind.CancelAll],
  cancelAllAfter: [CommandKind.SetCancelAfter],
  reversePosition: [CommandKind.ReversePosition],
  closeAllPositions: [CommandKind.ClosePositions],
  setTpsl: [CommandKind.SetPositionTpsl],
  setLeverage: [CommandKind.SetLeverage],
  setMarginType: [CommandKind.SetMarginType],
  setPositionMode: [CommandKind.SetPositionMode],
  changeMargin: [CommandKind.ChangeMargin],
};
