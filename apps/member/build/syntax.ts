// What the build's plugins read of a parsed file: each node's kind and place, and calls with what they call.

export interface Node {
  readonly type: string;
  readonly start: number;
  readonly end: number;
}
export interface Call extends Node {
  readonly callee: Node & { readonly name?: string };
  readonly arguments: readonly Node[];
}
