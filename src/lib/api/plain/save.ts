import { isJson, type Json, rowsIn } from './values';

interface Write {
  method: string;
  path: string;
  body: unknown;
}

type Read = (path: string) => Promise<unknown>;

/**
 * The request body for other servers. Settings replace the whole record, so values of other pages and programs are sent
 * back unchanged.
 */
export async function bodyFor({ method, path, body }: Write, read: Read): Promise<unknown> {
  if (/^app-versions\b/.test(path) && isJson(body)) {
    const { app_version: version, ...rest } = body;
    return { ...rest, version };
  }
  if (/^shops(\/\d+)?$/.test(path) && isJson(body))
    return shopBody(body, method === 'post' ? undefined : await read(path));
  if (/^products(\/\d+)?$/.test(path) && isJson(body))
    return productBody(body, method === 'post' ? undefined : await read(path));
  if (method !== 'post' || path !== 'settings' || !isJson(body)) return body;
  const stored = await read(path);
  const options = isJson(stored) ? stored.options : undefined;
  return { ...body, options: merged(options, body.options) };
}

/** There the payout account is part of the balance. */
function shopBody(body: Json, stored: unknown): Json {
  const { requisites } = body;
  if (!isJson(requisites)) return body;
  const { legal_name: name, payment_email: email, bank_name: bank, account } = requisites;
  const balance = isJson(stored) && isJson(stored.balance) ? { id: stored.balance.id } : {};
  return { ...body, balance: { ...balance, payment_info: { account, name, email, bank } } };
}

/** Variations are sent complete and in their original shape: other servers replace the row. */
function productBody(body: Json, stored: unknown): Json {
  const { version: _version, quantity_was: _was, ...facts } = body;
  const before = isJson(stored) ? stored : {};
  const shop = before.shop_id === undefined ? {} : { shop_id: before.shop_id };
  if (!isJson(body.variation_options)) return { ...shop, ...facts };
  const { upsert, delete: removed } = body.variation_options;
  const rows = rowsIn(upsert).map((row) => variationBody(row, rowsIn(before.variation_options)));
  return { ...shop, ...facts, variation_options: { upsert: rows, delete: removed } };
}

function variationBody(change: Json, stored: Json[]): Json {
  const { version: _version, quantity_was: _was, value_ids: _ids, ...facts } = change;
  const before = stored.find(({ id }) => String(id) === String(change.id));
  if (before) return { ...before, ...facts };
  const title = rowsIn(change.options).map(({ value }) => value);
  return { title: title.join('/'), ...facts };
}

/** Objects are merged at any depth; lists and values are replaced. */
function merged(stored: unknown, mine: unknown): unknown {
  if (!isJson(stored) || !isJson(mine)) return mine;
  const changed = Object.entries(mine).filter(([, value]) => value !== undefined);
  return {
    ...stored,
    ...Object.fromEntries(changed.map(([key, value]) => [key, merged(stored[key], value)])),
  };
}

/** An update returns a row, a boolean or a sentence, and a row without relations: it is read again. */
export async function savedRow({ method, path, body }: Write, answer: unknown, read: Read): Promise<unknown> {
  if (method === 'post')
    return isJson(answer) || Array.isArray(answer) ? answer : { ...(isJson(body) ? body : ({} as Json)) };
  return read(path).catch(() => (isJson(answer) ? answer : body));
}

/** An empty response to an update means a rejection without a message. */
export const isRefused = (answer: unknown) => answer === '' || answer === null || answer === undefined;
