// Memory of the engine's rows, begun so that a row of 32 or 64 bytes lies in one cache line.
//
// A large buffer begins 16 bytes into a page; without the 48 more, every such row would lie across two lines, and a site of many books
// waits for memory more than for anything else (bench/engine.ts: 13 % less time a command).

const LINE_BYTES = 64;
const BEGIN_BYTES = 48;

export function realRows(length: number): Float64Array {
  return new Float64Array(new ArrayBuffer(LINE_BYTES + length * Float64Array.BYTES_PER_ELEMENT), BEGIN_BYTES, length);
}

export function intRows(length: number): Int32Array {
  return new Int32Array(new ArrayBuffer(LINE_BYTES + length * Int32Array.BYTES_PER_ELEMENT), BEGIN_BYTES, length);
}

/** The reals over the same memory as rows of integers. */
export function realsOver(rows: Int32Array): Float64Array {
  return new Float64Array(rows.buffer as ArrayBuffer, rows.byteOffset, rows.length >> 1);
}
