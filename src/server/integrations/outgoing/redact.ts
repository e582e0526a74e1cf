import type { JsonRecord } from '@/server/core/json-record';

/**
 * What the journal of exchanges keeps of a service's bodies: everything that is not named here is removed (rules/payments:
 * the journal of exchanges has no secrets and no people).
 */
export interface KeptFields {
  /** Ids, states, sums, codes and times, by the name of their field at any depth. */
  values: readonly string[];
  /** Texts of errors, kept without addresses and numbers of people. */
  texts: readonly string[];
  /** Keys and passwords, removed wherever they appear. */
  secrets: readonly string[];
}

const removed = '[removed]';
const maxLength = 8000;
/** A body that is no JSON is an error page: its beginning says whose. */
const maxPageLength = 300;

/** A body as the journal keeps it; null for none. */
export function redactBody(body: string, kept: KeptFields): string | null {
  if (body === '') return null;
  let parsed: unknown;
  try {
    parsed = JSON.parse(body);
  } catch {
    // PostgreSQL stores no zero byte; JSON writes it as text.
    return withoutSecrets(scrub(body.slice(0, maxPageLength).replaceAll('\0', '')), kept);
  }
  return withoutSecrets(JSON.stringify(redactValue(parsed, kept)), kept).slice(0, maxLength);
}

/** An address whose query has the kept values only. */
export function redactUrl(text: string, kept: KeptFields): string {
  const url = new URL(text);
  url.username = '';
  url.password = '';
  for (const name of [...url.searchParams.keys()])
    if (!kept.values.includes(name)) url.searchParams.set(name, removed);
  return withoutSecrets(url.href, kept);
}

function redactValue(value: unknown, kept: KeptFields, field?: string): unknown {
  if (Array.isArray(value)) return value.map((one) => redactValue(one, kept, field));
  if (value !== null && typeof value === 'object') {
    const entries = Object.entries(value as JsonRecord);
    return Object.fromEntries(entries.map(([key, one]) => [key, redactValue(one, kept, key)]));
  }
  if (value === null || (field !== undefined && kept.values.includes(field))) return value;
  return field !== undefined && kept.texts.includes(field) && typeof value === 'string'
    ? scrub(value)
    : removed;
}

/** A text without e-mail addresses, and without numbers as long as those of telephones and cards. */
export function scrub(text: string): string {
  return text
    .replace(/(^|[^\w.+-])[\w.+-]+@[\w-]+(?:\.[\w-]+)+/g, `$1${removed}`)
    .replace(/\+?\d[\d\s()*•.-]{5,}\d/g, removed);
}

function withoutSecrets(text: string, { secrets }: KeptFields): string {
  return secrets.reduce((rest, secret) => (secret === '' ? rest : rest.replaceAll(secret, removed)), text);
}
