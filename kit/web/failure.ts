// What a call answers when it does not succeed: the server's code and ready-made message, or our own words when nothing came back.
import { defineCatalog, i18n } from './i18n/language.ts';

defineCatalog({
  'failure.network': ['서버에 닿지 못했어요. 연결을 확인해 주세요.', 'The server could not be reached. Please check your connection.'],
  'failure.timeout': ['응답이 늦어지고 있어요. 잠시 후 다시 시도해 주세요.', 'The answer is taking too long. Please try again shortly.'],
  'failure.unreadable': [
    '서버의 응답을 읽지 못했어요. 잠시 후 다시 시도해 주세요.',
    'The answer could not be read. Please try again shortly.',
  ],
});

export class Failure extends Error {
  override readonly name = 'Failure';
  /** HTTP status; 0 when there was no answer. */
  readonly status: number;
  readonly code: string;
  /** The field to mark, when the server named one. */
  readonly field: string | undefined;
  readonly data: Record<string, unknown>;
  /** From Retry-After. */
  readonly retryAfterMs: number | undefined;

  constructor(status: number, code: string, message: string, data: Record<string, unknown> = {}, retryAfterMs?: number) {
    super(message);
    this.status = status;
    this.code = code;
    this.data = data;
    this.field = typeof data['field'] === 'string' ? data['field'] : undefined;
    this.retryAfterMs = retryAfterMs;
  }

  /** Nothing came back, so it is not known whether it was done. */
  get isUnanswered(): boolean {
    return this.status === 0;
  }

  /** No answer, or only that of something in between: it may have been done all the same. */
  get isUnknown(): boolean {
    return this.isUnanswered || this.status >= 500;
  }
}

export function unanswered(kind: 'network' | 'timeout' | 'unreadable'): Failure {
  return new Failure(0, kind.toUpperCase(), i18n._(`failure.${kind}`));
}

/** Words to show for anything that was thrown. */
export function messageOf(thrown: unknown): string {
  return thrown instanceof Failure ? thrown.message : i18n._('failure.unreadable');
}
