// Parameters of a bot's request, from query string and form body alike; each reader refuses in Binance's words.
import { isReadable } from '@maru/kit/server/readable-text.ts';
import { FapiFault, faults } from './fapi-fault.ts';

export class Params {
  readonly #values: ReadonlyMap<string, string>;

  /** Throws FapiFault where a value could not be kept. */
  constructor(values: ReadonlyMap<string, string>) {
    for (const pair of values) if (!pair.every(isReadable)) throw faults.unreadable();
    this.#values = values;
  }

  /** An empty value counts as not sent. */
  text(name: string): string | undefined {
    const value = this.#values.get(name);
    return value === '' ? undefined : value;
  }

  /** All that were sent with a value. */
  names(): string[] {
    return [...this.#values].flatMap(([name, value]) => (value === '' ? [] : [name]));
  }

  must(name: string): string {
    const value = this.text(name);
    if (value === undefined) throw faults.missing(name);
    return value;
  }

  whole(name: string, low = 0, high = Number.MAX_SAFE_INTEGER): number | undefined {
    const text = this.text(name);
    if (text === undefined) return undefined;
    const value = Number(text);
    if (!/^\d{1,16}$/.test(text) || value < low || value > high) throw faults.missing(name);
    return value;
  }

  /** A plain decimal; zeros behind the last digit say nothing and go. */
  decimal(name: string): string | undefined {
    const text = this.text(name);
    if (text === undefined) return undefined;
    if (!/^\d{1,20}(\.\d{1,20})?$/.test(text)) throw faults.missing(name);
    const plain = text.includes('.') ? text.replace(/\.?0+$/, '') : text;
    if ((plain.split('.')[1]?.length ?? 0) > 10) throw faults.precision();
    return plain;
  }

  mustDecimal(name: string): string {
    const value = this.decimal(name);
    if (value === undefined) throw faults.missing(name);
    return value;
  }

  flag(name: string): boolean | undefined {
    const text = this.text(name)?.toLowerCase();
    if (text === undefined) return undefined;
    if (text !== 'true' && text !== 'false') throw faults.missing(name);
    return text === 'true';
  }

  oneOf<const T extends string>(name: string, words: readonly T[], code: number, message: string): T | undefined {
    const text = this.text(name);
    if (text === undefined) return undefined;
    const found = words.find((word) => word === text.toUpperCase());
    if (found === undefined) throw new FapiFault(code, message);
    return found;
  }

  /** An id that a client chooses for its order. */
  clientId(name: string): string | undefined {
    const text = this.text(name);
    if (text !== undefined && !/^[.A-Z:/a-z0-9_-]{1,36}$/.test(text)) {
      throw new FapiFault(-1100, `Illegal characters found in parameter '${name}'; legal range is '^[\\.A-Z\\:/a-z0-9_-]{1,36}$'.`);
    }
    return text;
  }
}

const MAX_PARAMS = 60;

/** Query and body together: of a name in both the query's counts, twice in one is refused. JSON bodies (some clients) are read like forms. */
export function readParams(query: string, body: string, isJson: boolean): Params {
  const values = new Map<string, string>();
  const inQuery = new Set<string>();
  const put = (name: string, value: string) => {
    if (inQuery.has(name)) return;
    if (values.has(name)) throw faults.duplicate();
    if (values.size >= MAX_PARAMS) throw new FapiFault(-1101, 'Too many parameters sent for this endpoint.');
    values.set(name, value);
  };
  for (const [name, value] of new URLSearchParams(query)) put(name, value);
  for (const name of values.keys()) inQuery.add(name);
  if (isJson && body !== '') for (const [name, value] of jsonFields(body)) put(name, value);
  else for (const [name, value] of new URLSearchParams(body)) put(name, value);
  return new Params(values);
}

function jsonFields(body: string): [string, string][] {
  let parsed: unknown;
  try {
    parsed = JSON.parse(body);
  } catch {
    throw new FapiFault(-1130, 'Data sent for the body is not valid JSON.');
  }
  if (typeof parsed !== 'object' || parsed === null || Array.isArray(parsed))
    throw new FapiFault(-1130, 'Data sent for the body is not an object.');
  return fieldsOf(parsed);
}

/** Fields of an object as parameters: of an object within, its fields as `name[field]`, as forms have them; a list as its JSON. */
export function fieldsOf(object: object): [string, string][] {
  return Object.entries(object).flatMap(([name, value]): [string, string][] => {
    if (Array.isArray(value)) return [[name, JSON.stringify(value)]];
    if (typeof value !== 'object' || value === null) return [[name, String(value)]];
    return Object.entries(value).map(([field, inner]) => [
      `${name}[${field}]`,
      typeof inner === 'object' ? JSON.stringify(inner) : String(inner),
    ]);
  });
}
