// As much of protocol buffers as a transaction of TRON needs: counts, bytes, and nothing that is not understood.
export interface Field {
  field: number;
  value: bigint | Uint8Array;
}

const COUNT = 0;
const BYTES = 2;

/** In the order given; what is zero or empty is left out, as protocol buffers of version 3 do. */
export function encode(fields: readonly Field[]): Uint8Array {
  const bytes: number[] = [];
  for (const { field, value } of fields) {
    if (typeof value === 'bigint') {
      if (value < 0n || value >= 1n << 63n) throw new RangeError(`${value} is no count`);
      if (value > 0n) bytes.push(...count(BigInt(field << 3) | BigInt(COUNT)), ...count(value));
    } else if (value.length > 0) bytes.push(...count(BigInt(field << 3) | BigInt(BYTES)), ...count(BigInt(value.length)), ...value);
  }
  return Uint8Array.from(bytes);
}

function count(value: bigint): number[] {
  const bytes: number[] = [];
  for (let rest = value; ; rest >>= 7n) {
    const low = Number(rest & 0x7fn);
    if (rest < 0x80n) return [...bytes, low];
    bytes.push(low | 0x80);
  }
}

/** Every field as it stands; throws at the first byte that makes no sense. */
export function decode(bytes: Uint8Array): Field[] {
  const fields: Field[] = [];
  let at = 0;
  const next = (): bigint => {
    let value = 0n;
    for (let shift = 0n; shift < 64n; shift += 7n) {
      if (at >= bytes.length) throw new Error('bytes end in the middle of a field');
      const byte = bytes[at++];
      value |= BigInt(byte & 0x7f) << shift;
      if (byte < 0x80) return value;
    }
    throw new Error('a count is longer than 64 bits');
  };
  while (at < bytes.length) {
    const tag = next();
    const field = Number(tag >> 3n);
    const kind = Number(tag & 7n);
    if (kind === COUNT) fields.push({ field, value: next() });
    else if (kind === BYTES) fields.push({ field, value: take(Number(next())) });
    else throw new Error(`field ${field} is of kind ${kind}`);
  }
  return fields;

  function take(length: number): Uint8Array {
    const end = at + length;
    if (end > bytes.length) throw new Error('bytes end in the middle of a field');
    const found = bytes.subarray(at, end);
    at = end;
    return found;
  }
}
