import { ClientError } from '../errors';
import type { Request } from '../http';
import { completeAnswer } from './complete';
import { readStored } from './exchange';
import { factsOfServer, learnRows } from './facts';
import { productBody } from './product-body';
import { asItCame, inStoredType } from './unchanged';
import { isJson, type Json } from './values';

type Write = Request & { method: string; url: string };
type Ask = (config: Request) => Promise<unknown>;

/** Writes to another server: in its language and shapes, and nothing that the form did not change. */
export async function save(config: Write, ask: Ask, send: Ask): Promise<unknown> {
  const { method, url: path, data: body } = config;
  const stored = isJson(body) && isRead(method, path, body) ? await before(path, ask) : undefined;
  const answer = await send({ ...config, data: isJson(body) ? bodyFor(config, body, stored) : body });
  if (method !== 'post' && isRefused(answer)) throw new ClientError('FORBIDDEN', { status: 403 });
  if (stored && isJson(body) && 'slug' in body) learnRows(path, [{ ...stored, slug: body.slug }]);
  if (path === 'settings' && !(isJson(answer) && isJson(answer.options))) return send({ url: path });
  if (method === 'post')
    return isJson(answer) || Array.isArray(answer) ? answer : { ...(isJson(body) ? body : ({} as Json)) };
  const row = await send({ url: path }).catch(() => answer);
  if (isJson(row)) return row;
  // Neither the response nor a read is the row: what is known of it.
  return isJson(answer) ? answer : completeAnswer(path, { ...stored, ...scalarsOf(body) });
}

/** What the body is compared with: the row of an update, the whole settings. */
const isRead = (method: string, path: string, body: Json) =>
  method === 'post'
    ? path === 'settings'
    : /\/\d+$/.test(path) && ('language' in body || /^(shops|products)\//.test(path));

async function before(path: string, ask: Ask): Promise<Json | undefined> {
  const row = await readStored(path, ask).catch(() => undefined);
  return isJson(row) ? row : undefined;
}

function bodyFor({ method, url: path }: Write, body: Json, stored: Json | undefined): Json {
  // The language of what is made, not of a row.
  if (/^(download|generate)-/.test(path)) return body;
  const own = inLanguage(body, method === 'post' && hasLanguage(path) ? undefined : (stored ?? {}));
  if (path === 'settings') return settingsBody(own, stored ?? {});
  const [family] = path.split('/');
  if (family === 'products') return productBody(own, stored);
  const { version: _version, app_version: version, ...rest } = own;
  // Our own `version` counts edits of the row.
  const mine = version === undefined ? rest : { ...rest, version };
  const facts = stored ? asItCame(mine, stored, shownOf(path, stored)) : mine;
  return family === 'shops' ? shopBody(facts, body, stored) : withoutCode(family, facts, stored);
}

/** A code must be unused there, even by the coupon itself. */
function withoutCode(family: string | undefined, { code, ...facts }: Json, stored: Json | undefined): Json {
  const isKept = family === 'coupons' && code === stored?.code;
  return isKept || code === undefined ? facts : { ...facts, code };
}

/** In the dialect these rows have none. */
const hasLanguage = (path: string) => !['shops', 'taxes', 'shippings', 'app-versions'].includes(path);

/** A new row is written in the server's language; an edited one keeps its own. */
function inLanguage({ language, ...body }: Json, stored: Json | undefined): Json {
  const own = stored ? stored.language : factsOfServer().language;
  if (language === undefined || typeof own !== 'string') return body;
  // Values of an attribute have a language, too.
  const values = Array.isArray(body.values) && {
    values: body.values.map((value) => (isJson(value) ? { language: own, ...value } : value)),
  };
  return { ...body, ...values, language: own };
}

const shownOf = (path: string, stored: Json): Json => {
  const row = completeAnswer(path, stored);
  return isJson(row) ? row : stored;
};

/** The settings replace the whole record, so values of other pages and programs are sent back as they came. */
function settingsBody(body: Json, stored: Json): Json {
  const { version: _version, ...rest } = body;
  const options = isJson(stored.options) ? stored.options : {};
  const shown = shownOf('settings', { options }).options;
  const mine = isJson(body.options) ? body.options : {};
  const changed = asItCame(mine, options, isJson(shown) ? shown : {});
  return { ...rest, options: { ...options, ...(inStoredType(changed, options) as Json) } };
}

/** There the payout account is part of the balance. */
function shopBody({ categories, ...facts }: Json, { requisites }: Json, stored: Json | undefined): Json {
  // Not every server has them; an empty list would be an addition.
  const chosen = Array.isArray(categories) && categories.length > 0 ? { categories } : {};
  const kept = { ...facts, ...(stored && 'categories' in stored ? { categories } : chosen) };
  if (!isJson(requisites)) return kept;
  const { legal_name: name, payment_email: email, bank_name: bank, account } = requisites;
  const balance = isJson(stored?.balance) ? { id: stored.balance.id } : {};
  return { ...kept, balance: { ...balance, payment_info: { account, name, email, bank } } };
}

const scalarsOf = (body: unknown): Json =>
  Object.fromEntries(
    Object.entries(isJson(body) ? body : {}).filter(([, value]) => !Object.is(Object(value), value)),
  );

/** An empty response to an update means a rejection without a message. */
const isRefused = (answer: unknown) => answer === '' || answer === null || answer === undefined;
