// A list described once: what its columns are called, what each says of a row and what it is narrowed by; table, filters and CSV come from it.
import { csvText } from './csv.ts';

/** In both languages of the product. */
export interface Said {
  ko: string;
  en: string;
}
export type Say = (words: Said) => string;

export interface ListColumn<Row> {
  /** Also the name a server sorts by, where it does. */
  key: string;
  head: Said;
  /** Where the screen's column holds more than the file's. */
  screenHead?: Said;
  /** As text; null where there is nothing. A moment is ISO text, a figure a plain decimal. */
  value(row: Row, say: Say): string | number | null;
  kind?: 'text' | 'figure' | 'moment';
  /** Stands in files only: on screen another column shows it too. */
  isFileOnly?: true;
  /** Stands on screen only. */
  isScreenOnly?: true;
}

/** A choice in the bar above, in the order shown; '' is all, and the first holds where nothing was chosen. */
export interface ListChoice {
  kind?: 'choice' | 'segment';
  /** In the address, and in the question to the server where `asks` is no other name. */
  key: string;
  asks?: string;
  /** Its values are numbers of days, today among them: it asks for what came since. */
  isSince?: true;
  /** More than these, known once the page is: any value of the address stands. */
  isOpen?: true;
  head: Said;
  options: readonly (readonly [value: string, words: Said])[];
}

/** Words to look for. */
export interface ListSearch {
  kind: 'search';
  key: string;
  /** What the server calls it, where that is another name. */
  asks?: string;
  head: Said;
  /** CSS width. */
  width?: string;
  /** What is of another form asks nothing, and says so. */
  form?: { pattern: RegExp; wrong: Said };
}

/** From a day to a day of the site's calendar: `from` and `to` in the address, `startDate` and `endDate` in the question. */
export interface ListDays {
  kind: 'days';
  key: 'days';
}
/** Stands in the address alone: links of other pages set it. */
export interface ListGiven {
  kind: 'given';
  key: string;
  asks?: string;
}
export type ListFilter = ListChoice | ListSearch | ListDays | ListGiven;

/** Every column that is not the screen's alone, as defined. `moment` writes a time on the site's clock. */
export function listCsv<Row>(
  columns: readonly ListColumn<Row>[],
  rows: readonly Row[],
  { say, moment }: { say: Say; moment(at: string): string },
): string {
  const cell = ({ kind, value }: ListColumn<Row>, row: Row) => {
    const text = value(row, say);
    if (text === null) return '';
    return kind === 'moment' ? moment(String(text)) : String(text);
  };
  const written = columns.filter(({ isScreenOnly }) => isScreenOnly !== true);
  return csvText(
    written.map(({ head }) => say(head)),
    rows.map((row) => written.map((column) => cell(column, row))),
  );
}
