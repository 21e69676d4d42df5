// What portable files mean in AssemblyScript where the two languages differ: the second half of engine/money/portable.ts and engine/rows.ts.

/** By path without its ending; everything else is compiled as it stands. */
export const twins: Readonly<Record<string, string>> = {
  'engine/money/portable': `
export const MAX_EXACT: f64 = 9007199254740991;
// @ts-ignore: decorator
@inline export function toInt(x: f64): i32 { return i32(x); }
// @ts-ignore: decorator
@inline export function toUnsigned(x: f64): u32 { return u32(x); }
// @ts-ignore: decorator
@inline export function toReal(x: i32): f64 { return f64(x); }
// @ts-ignore: decorator
@inline export function leadingZeros(bits: i32): i32 { return clz(bits); }
// @ts-ignore: decorator
@inline export function lowProduct(a: i32, b: i32): i32 { return a * b; }
`,
  'engine/rows': `
export function intRows(length: i32): Int32Array { return Int32Array.wrap(new ArrayBuffer(64 + length * 4), 48, length); }
export function realsOver(rows: Int32Array): Float64Array { return Float64Array.wrap(rows.buffer, rows.byteOffset, rows.length >> 1); }
`,
};
